import { describe, expect, it } from 'vitest';
import { makeAnswer, MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import { demoId } from '../../../testing/api/demo-ids.ts';
import { makeReportBody, copyAccess, makeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';

describe('customer.reports.delete', () => {
  it('answers 200 with the removed parts, and leaves no report, run or answer for any caller', async () => {
    const { api, report, run } = await makeReport();
    const { report_id: id } = report;
    api.plane.answers.set(run.run_id, makeAnswer());
    api.plane.settle(run.run_id, { state: 'ready' });
    const { reports } = api.client();
    const second = (await reports.runs.create(id)).data;
    api.now = new Date('2026-03-02T00:00:00.000Z');
    const { data } = await reports.delete(id);
    expect(data).toEqual({ report_id: id, deleted_at: '2026-03-02T00:00:00.000Z', runs_removed: 2 });
    for (const as of ['owner', 'analyst'] as const) {
      const { reports: seen } = api.client(as);
      const reads = [seen.get(id), seen.runs.get(id, run.run_id), seen.runs.get(id, second.run_id)];
      expect((await Promise.all(reads.map(toRefusal))).map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await reports.list().page()).items).toEqual([]);
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
  ] as const)('notifies the workflow of a run that is %s: %s', async (state, isNotified) => {
    const { api, report, run } = await makeReport();
    api.plane.settle(run.run_id, { state });
    const before = api.plane.outbox.length;
    await api.client().reports.delete(report.report_id);
    const cancel = { kind: 'cancel_report_run', workflowId: run.run_id };
    expect(api.plane.outbox.slice(before)).toEqual(isNotified ? [cancel] : []);
  });

  it('accepts no body, or an empty object', async () => {
    const { api, reportPath } = await makeReport();
    expect((await api.delete(reportPath, { body: { report_id: demoId('report', 1) } })).status).toBe(422);
    expect((await api.delete(reportPath, { body: {} })).status).toBe(200);
  });

  it('answers 404 the second time, and to everything below the report', async () => {
    const { api, report, at } = await makeReport();
    const { reports } = api.client();
    await reports.delete(report.report_id);
    const calls = [reports.delete(report.report_id), reports.runs.create(report.report_id), reports.runs.cancel(...at)];
    expect((await Promise.all(calls.map(toRefusal))).map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('answers 404 if another caller deletes it at the same moment', async () => {
    const { api, report } = await makeReport();
    api.plane.reports.delete = () => Promise.resolve(undefined);
    const problem = await toRefusal(api.client().reports.delete(report.report_id));
    expect(problem).toMatchObject({ status: 404, type: 'not_found' });
  });

  it('answers 404 for a missing report, and for an invalid id', async () => {
    const { api, view } = await makeReport();
    for (const id of [MISSING_IDS.report, view.id, 'nonsense']) {
      expect((await toRefusal(api.client().reports.delete(id))).status).toBe(404);
    }
  });

  it('answers 403 to a recipient, who can see the report before and after', async () => {
    const { api, report } = await makeReport();
    const { reports } = api.client('analyst');
    const before = api.plane.written();
    const problem = await toRefusal(reports.delete(report.report_id));
    expect(problem).toMatchObject({ status: 403, type: 'forbidden', nextAction: 'refresh_access' });
    expect(api.plane.written()).toBe(before);
    expect((await reports.get(report.report_id)).data).toEqual(report);
  });

  it.each([
    ['receives it and does not cover its frozen scope', 'narrow'],
    ['is no recipient', 'costless'],
    ['may not read', 'deployer'],
  ] as const)('answers 404 to a caller who %s: %s', async (_why, as) => {
    const { api, report } = await makeReport();
    expect((await toRefusal(api.client(as).reports.delete(report.report_id))).status).toBe(404);
  });

  it('answers 404 to an owner who lost access, because an invisible report cannot be deleted', async () => {
    const { api, report } = await makeReport();
    copyAccess(api, 'owner', 'narrow');
    expect((await toRefusal(api.client().reports.delete(report.report_id))).status).toBe(404);
    expect(api.plane.reportRows.size).toBe(1);
  });

  it('makes the name available again', async () => {
    const { api, view, report } = await makeReport();
    const { reports } = api.client();
    const body = makeReportBody(view, { name: report.name });
    expect((await toRefusal(reports.create(body))).status).toBe(409);
    await reports.delete(report.report_id);
    expect((await reports.create(body)).data.report.name).toBe(report.name);
  });

  it('keeps the answer of the creation’s key: a late repetition gets it again and creates nothing', async () => {
    const { api, view, report } = await makeReport({ idempotencyKey: 'once' });
    const { reports } = api.client();
    await reports.delete(report.report_id);
    const body = makeReportBody(view, { recipient_subject_ids: report.recipient_subject_ids });
    expect((await reports.create(body, { idempotencyKey: 'once' })).data.report).toEqual(report);
    expect((await toRefusal(reports.get(report.report_id))).status).toBe(404);
    expect(api.plane.reportRows.size).toBe(0);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.delete',
  send: (reports, { at }) => reports.delete(at[0]),
  method: 'DELETE',
  path: ({ reportPath }) => reportPath,
  statuses: [200, 401, 403, 404, 413, 415, 422, 429, 500, 503],
  asks: 'delete',
});
