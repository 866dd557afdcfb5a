import { describe, expect, it } from 'vitest';
import type { ReportCreation } from '../../../contracts/report.ts';
import type { ReportRunV1 } from '../../../contracts/report-run.ts';
import { aQuestion, aView } from '../../support/api/answers.ts';
import { describeCommonRefusals } from '../../support/api/common-refusals.ts';
import { APP_ONE, APP_TWO, idOf, ORG, SUBJECTS, WS } from '../../support/api/demo-ids.ts';
import { aboutApplications, creation, makeReport, REPORTS } from '../../support/api/made-report.ts';
import { TestApi } from '../../support/api/test-api.ts';

interface Created {
  readonly kind: string;
  readonly data: ReportRunV1;
}

describe('customer.reports.runs.create', () => {
  it('answers 202 with a further run and a window of its own, and leaves the earlier one as it is', async () => {
    const { api, report, run, runsPath, runPath } = await makeReport();
    const earlier = (await api.get(runPath)).body['data'];
    api.now = new Date('2026-03-05T00:00:00.000Z');
    const { status, body } = await api.post<Created>(runsPath, { as: 'analyst' });
    expect([status, body.kind]).toEqual([202, 'report-run']);
    expect(body.data).toMatchObject({
      report_id: report.report_id,
      state: 'queued',
      initiator: SUBJECTS.analyst,
      view_revision: '1',
      attempt: 0,
      artifact_digest: '',
      window: { from: '2026-03-04T00:00:00.000Z', to: '2026-03-05T00:00:00.000Z' },
    });
    expect(body.data.run_id).not.toBe(run.run_id);
    expect(api.plane.reportRows.get(run.report_id)?.latest_run_id).toBe(body.data.run_id);
    expect(api.plane.outbox.at(-1)).toEqual({ kind: 'start_report_run', workflowId: body.data.run_id });
    expect((await api.get(runPath)).body['data']).toEqual(earlier);
  });

  it.each(['no body', 'an empty object'])('takes %s, and makes the key itself', async (given) => {
    const { api, runsPath } = await makeReport();
    const { status, body } = await api.post<Created>(runsPath, given === 'no body' ? {} : { body: {} });
    expect(status).toBe(202);
    expect(body.data.idempotency_key).toMatch(/^req_/);
  });

  it('asks a fixed view about the same window again', async () => {
    const fixed = { query: aQuestion(), time_intent: 'fixed', relative_window_seconds: undefined };
    const { api, run, runsPath } = await makeReport({ view: fixed });
    api.now = new Date('2026-03-05T00:00:00.000Z');
    expect((await api.post<Created>(runsPath)).body.data.window).toEqual(run.window);
  });

  it('freezes the leaves of now, and conceals the report from whoever does not cover them all', async () => {
    const api = new TestApi();
    const grown = api.plane.trees.get(WS)!;
    // The application has one environment when the report runs first, and two when it runs again.
    api.plane.trees.set(WS, { ...grown, environments: grown.environments.slice(0, 1) });
    const { reportPath, runsPath, runPath } = await makeReport({ api, view: aboutApplications(APP_ONE) });
    const caller = api.plane.callers.get(SUBJECTS.narrow)!;
    const block = { organizationId: ORG, workspaceId: WS, applicationId: APP_ONE, gatewayId: idOf('gateway', 1) };
    api.plane.callers.set(SUBJECTS.narrow, { ...caller, bindings: [{ actions: ['metadata.read'], block }] });
    expect((await api.get(reportPath, { as: 'narrow' })).status).toBe(200);
    api.plane.trees.set(WS, grown);
    const again = await api.post<Created>(runsPath);
    expect(again.status).toBe(202);
    expect((await api.get(reportPath, { as: 'narrow' })).status).toBe(404);
    expect((await api.get(`${runsPath}/${again.body.data.run_id}`, { as: 'narrow' })).status).toBe(404);
    expect((await api.get(runPath, { as: 'narrow' })).status).toBe(200);
  });

  it('answers 412 once the view has moved past the pinned revision, and 404 once it is deleted', async () => {
    const { api, view, runsPath } = await makeReport();
    const viewPath = `/organizations/${ORG}/saved-views/${view.id}`;
    await api.put(viewPath, { body: { ...aView({ name: 'Moved' }), expected_revision: '1' } });
    const { status, body } = await api.post(runsPath);
    expect([status, body['type'], body['next_action']]).toEqual([412, 'precondition_failed', 'reload']);
    await api.delete(viewPath);
    expect((await api.post(runsPath)).status).toBe(404);
    expect(api.plane.runRows.size).toBe(1);
  });

  it('answers 404 to a recipient that cannot see the view', async () => {
    const { api, reportPath, runsPath } = await makeReport({ view: { audience: 'personal' } });
    expect((await api.get(reportPath, { as: 'analyst' })).status).toBe(200);
    expect((await api.post(runsPath, { as: 'analyst' })).status).toBe(404);
  });

  it('answers 404 to whoever covers the frozen scope, and no longer the whole scope of the view', async () => {
    const { api, runsPath } = await makeReport({ view: aboutApplications(APP_ONE, APP_TWO) });
    const tree = api.plane.trees.get(WS)!;
    const leaf = {
      applicationId: APP_TWO,
      gatewayId: idOf('gateway', 4),
      environmentId: idOf('environment', 4),
    };
    const analyst = api.plane.callers.get(SUBJECTS.analyst)!;
    const blocks = tree.environments.map(({ environmentId, applicationId, gatewayId }) => ({
      actions: ['metadata.read'] as const,
      block: { organizationId: ORG, workspaceId: WS, applicationId, gatewayId, environmentId },
    }));
    api.plane.callers.set(SUBJECTS.analyst, { ...analyst, bindings: blocks });
    expect((await api.post(runsPath, { as: 'analyst' })).status).toBe(202);
    api.plane.trees.set(WS, { ...tree, environments: [...tree.environments, leaf] });
    expect((await api.post(runsPath, { as: 'analyst' })).status).toBe(404);
  });

  it.each([
    ['a window', { window: {} }],
    ['an initiator', { initiator: SUBJECTS.analyst }],
    ['an empty key', { idempotency_key: '' }],
  ])('answers 422 for %s', async (_name, body) => {
    const { api, runsPath } = await makeReport();
    expect((await api.post(runsPath, { body })).status).toBe(422);
    expect(api.plane.runRows.size).toBe(1);
  });

  it('answers 422 for a question that this build can no longer ask', async () => {
    const { api, view, runsPath } = await makeReport();
    api.plane.views.set(view.id, { ...view, filter_version: 99 });
    expect((await api.post(runsPath)).status).toBe(422);
  });

  it('answers 503 when no reader or no worker is composed', async () => {
    const { api, runsPath } = await makeReport();
    api.plane.reports.hasWorker = false;
    const { status, body } = await api.post(runsPath);
    expect([status, body['type'], body['detail']]).toEqual([
      503,
      'dependency_unavailable',
      'This deployment has no report worker.',
    ]);
  });
});

describe('an idempotency key of customer.reports.runs.create', () => {
  it.each(['body', 'header'])('in the %s repeats the first answer, also once the view has moved', async (place) => {
    const { api, view, runsPath } = await makeReport();
    const keyed = (key: string) =>
      place === 'body' ? { body: { idempotency_key: key } } : { headers: { 'idempotency-key': key } };
    const first = await api.post<Created>(runsPath, keyed('again'));
    expect(first.body.data.idempotency_key).toBe('again');
    api.plane.views.set(view.id, { ...view, revision: '2' });
    const repeated = await api.post(runsPath, keyed('again'));
    expect([repeated.status, repeated.body['data']]).toEqual([202, first.body.data]);
    expect((await api.post(runsPath, keyed('new'))).status).toBe(412);
    expect(api.plane.runRows.size).toBe(2);
  });

  it('answers 409 when it was used for another report or another operation', async () => {
    const { api, view, runsPath } = await makeReport({ body: { idempotency_key: 'creation' } });
    const body = creation(view, { name: 'Other' });
    const { report } = (await api.post<{ data: ReportCreation }>(REPORTS, { body })).body.data;
    await api.post(runsPath, { body: { idempotency_key: 'run' } });
    const other = `/organizations/${ORG}/reports/${report.report_id}/runs`;
    for (const [path, key] of [
      [other, 'run'],
      [runsPath, 'creation'],
    ] as const) {
      const refused = await api.post(path, { body: { idempotency_key: key } });
      expect([refused.status, refused.body['type']]).toEqual([409, 'conflict']);
    }
  });

  it('belongs to its caller', async () => {
    const { api, runsPath } = await makeReport();
    const mine = await api.post<Created>(runsPath, { body: { idempotency_key: 'once' } });
    const theirs = await api.post<Created>(runsPath, { as: 'analyst', body: { idempotency_key: 'once' } });
    expect(theirs.body.data.run_id).not.toBe(mine.body.data.run_id);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.runs.create',
  method: 'POST',
  path: ({ runsPath }) => runsPath,
  statuses: [202, 401, 404, 409, 412, 413, 415, 422, 500, 503],
  asks: 'createRun',
  keepsKeys: true,
});
