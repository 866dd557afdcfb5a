import { describe, expect, it } from 'vitest';
import type { ReportCreation, ReportV1 } from '../../../contracts/report.ts';
import type { ReportRunV1 } from '../../../contracts/report-run.ts';
import { anAnswer, missing } from '../../support/api/answers.ts';
import { describeCommonRefusals } from '../../support/api/common-refusals.ts';
import { idOf, ORG, SUBJECTS } from '../../support/api/demo-ids.ts';
import { creation, makeReport, REPORTS } from '../../support/api/made-report.ts';

interface Deletion {
  readonly kind: string;
  readonly data: { report_id: string; deleted_at: string; runs_removed: number };
}

describe('customer.reports.delete', () => {
  it('answers 200 with what it removed, and leaves no report, run or answer to anybody', async () => {
    const { api, report, run, reportPath, runsPath, runPath } = await makeReport();
    api.plane.answers.set(run.run_id, anAnswer());
    api.plane.settle(run.run_id, { state: 'ready' });
    const second = (await api.post<{ data: ReportRunV1 }>(runsPath)).body.data;
    api.now = new Date('2026-03-02T00:00:00.000Z');
    const { status, body } = await api.delete<Deletion>(reportPath);
    expect([status, body.kind, body.data]).toEqual([
      200,
      'report',
      { report_id: report.report_id, deleted_at: '2026-03-02T00:00:00.000Z', runs_removed: 2 },
    ]);
    for (const path of [reportPath, runPath, `${runsPath}/${second.run_id}`]) {
      for (const as of ['owner', 'analyst'] as const) expect((await api.get(path, { as })).status).toBe(404);
    }
    expect((await api.get<{ data: ReportV1[] }>(REPORTS)).body.data).toEqual([]);
    expect([api.plane.reportRows.size, api.plane.runRows.size, api.plane.answers.size]).toEqual([0, 0, 0]);
  });

  it.each([
    ['queued', true],
    ['running', true],
    ['ready', false],
    ['partial', false],
    ['failed', false],
    ['cancelled', false],
    ['expired', false],
  ] as const)('tells the workflow of a run that is %s: %s', async (state, told) => {
    const { api, run, reportPath } = await makeReport();
    api.plane.settle(run.run_id, { state });
    const before = api.plane.outbox.length;
    expect((await api.delete(reportPath)).status).toBe(200);
    const cancel = { kind: 'cancel_report_run', workflowId: run.run_id };
    expect(api.plane.outbox.slice(before)).toEqual(told ? [cancel] : []);
  });

  it('takes no body, or an empty object', async () => {
    const { api, reportPath } = await makeReport();
    expect((await api.delete(reportPath, { body: { report_id: idOf('report', 1) } })).status).toBe(422);
    expect((await api.delete(reportPath, { body: {} })).status).toBe(200);
  });

  it('answers 404 the second time, also to everything below the report', async () => {
    const { api, reportPath, runsPath, runPath } = await makeReport();
    expect((await api.delete(reportPath)).status).toBe(200);
    expect((await api.delete(reportPath)).status).toBe(404);
    expect((await api.post(runsPath)).status).toBe(404);
    expect((await api.post(`${runPath}/cancel`)).status).toBe(404);
  });

  it('answers 404 when somebody else deletes it at the same moment', async () => {
    const { api, reportPath } = await makeReport();
    api.plane.reports.delete = () => Promise.resolve(undefined);
    const { status, body } = await api.delete(reportPath);
    expect([status, body['type']]).toEqual([404, 'not_found']);
  });

  it('answers 404 for a report that is not there, and for what is no id of a report', async () => {
    const { api, view } = await makeReport();
    for (const id of [missing.report, view.id, 'nonsense']) {
      expect((await api.delete(`/organizations/${ORG}/reports/${id}`)).status).toBe(404);
    }
  });

  it('answers 403 to a recipient, who sees the report and keeps seeing it', async () => {
    const { api, reportPath } = await makeReport();
    const before = api.plane.written();
    const { status, body } = await api.delete(reportPath, { as: 'analyst' });
    expect([status, body['type'], body['next_action']]).toEqual([403, 'forbidden', 'refresh_access']);
    expect(api.plane.written()).toBe(before);
    expect((await api.get(reportPath, { as: 'analyst' })).status).toBe(200);
  });

  it('answers 404 to a recipient whose access covers less than the frozen scope, and to whoever is no recipient', async () => {
    const { api, reportPath } = await makeReport();
    for (const as of ['narrow', 'costless', 'deployer'] as const) {
      expect([as, (await api.delete(reportPath, { as })).status]).toEqual([as, 404]);
    }
  });

  it('answers 404 to an owner who lost access: what it cannot see it cannot delete', async () => {
    const { api, reportPath } = await makeReport();
    const owner = api.plane.callers.get(SUBJECTS.owner)!;
    api.plane.callers.set(SUBJECTS.owner, { ...owner, bindings: api.plane.callers.get(SUBJECTS.narrow)!.bindings });
    expect((await api.delete(reportPath)).status).toBe(404);
    expect(api.plane.reportRows.size).toBe(1);
  });

  it('frees the name', async () => {
    const { api, view, report, reportPath } = await makeReport();
    const body = creation(view, { name: report.name });
    expect((await api.post(REPORTS, { body })).status).toBe(409);
    await api.delete(reportPath);
    expect((await api.post(REPORTS, { body })).status).toBe(202);
  });

  it('leaves to the key of the creation what it answered: a late repeat gets it again and makes nothing', async () => {
    const { api, view, report, reportPath } = await makeReport({ body: { idempotency_key: 'once' } });
    await api.delete(reportPath);
    const body = creation(view, {
      idempotency_key: 'once',
      recipient_subject_ids: report.recipient_subject_ids,
    });
    const again = await api.post<{ data: ReportCreation }>(REPORTS, { body });
    expect([again.status, again.body.data.report]).toEqual([202, report]);
    expect((await api.get(reportPath)).status).toBe(404);
    expect(api.plane.reportRows.size).toBe(0);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.delete',
  method: 'DELETE',
  path: ({ reportPath }) => reportPath,
  statuses: [200, 401, 403, 404, 413, 415, 422, 500, 503],
  asks: 'delete',
});
