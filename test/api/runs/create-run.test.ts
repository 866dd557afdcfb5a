import { describe, expect, it } from 'vitest';
import type { ReportRunV1 } from '../../../contracts/reports/report-run.ts';
import { makeQuestion, makeView } from '../../../testing/api/answers.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import {
  FIRST_APPLICATION_ID,
  SECOND_APPLICATION_ID,
  demoId,
  ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { makeApplicationQuery, makeReportBody, makeReport } from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

describe('customer.reports.runs.create', () => {
  it('answers 202 with another run and its own window, and does not change the earlier run', async () => {
    const { api, report, run, at } = await makeReport();
    const { runs } = api.client('analyst').reports;
    const earlier = (await runs.get(...at)).data;
    api.now = new Date('2026-03-05T00:00:00.000Z');
    const { data } = await runs.create(report.report_id);
    expect(data).toMatchObject({
      report_id: report.report_id,
      state: 'queued',
      initiator: SUBJECTS.analyst,
      view_revision: '1',
      attempt: 0,
      artifact_digest: '',
      window: { from: '2026-03-04T00:00:00.000Z', to: '2026-03-05T00:00:00.000Z' },
    });
    expect(data.run_id).not.toBe(run.run_id);
    expect(api.plane.reportRows.get(run.report_id)?.latest_run_id).toBe(data.run_id);
    expect(api.plane.outbox.at(-1)).toEqual({ kind: 'start_report_run', workflowId: data.run_id });
    expect((await runs.get(...at)).data).toEqual(earlier);
  });

  it.each([
    ['no body', {}],
    ['an empty object', { body: {} }],
  ])('accepts %s, and generates the key itself', async (_given, options) => {
    const { api, runsPath } = await makeReport();
    const { status, body } = await api.post<{ data: ReportRunV1 }>(runsPath, options);
    expect(status).toBe(202);
    expect(body.data.idempotency_key).toMatch(/^req_/);
  });

  it('repeats the window of a fixed view', async () => {
    const fixed = { query: makeQuestion(), time_intent: 'fixed', relative_window_seconds: undefined };
    const { api, report, run } = await makeReport({ view: fixed });
    api.now = new Date('2026-03-05T00:00:00.000Z');
    expect((await api.client().reports.runs.create(report.report_id)).data.window).toEqual(run.window);
  });

  it('fixes the current leaves, and conceals the report from callers who do not cover all of them', async () => {
    const api = new TestApi();
    const grown = api.plane.trees.get(WORKSPACE_ID)!;
    // The application has one environment at the first run of the report, and two at the next run.
    api.plane.trees.set(WORKSPACE_ID, { ...grown, environments: grown.environments.slice(0, 1) });
    const { report, at } = await makeReport({ api, view: makeApplicationQuery(FIRST_APPLICATION_ID) });
    const caller = api.plane.callers.get(SUBJECTS.narrow)!;
    const block = {
      organizationId: ORGANIZATION_ID,
      workspaceId: WORKSPACE_ID,
      applicationId: FIRST_APPLICATION_ID,
      gatewayId: demoId('gateway', 1),
    };
    api.plane.callers.set(SUBJECTS.narrow, { ...caller, bindings: [{ actions: ['metadata.read'], block }] });
    const narrow = api.client('narrow').reports;
    expect((await narrow.get(report.report_id)).data).toEqual(report);
    api.plane.trees.set(WORKSPACE_ID, grown);
    const { run_id: again } = (await api.client().reports.runs.create(report.report_id)).data;
    expect((await toRefusal(narrow.get(report.report_id))).status).toBe(404);
    expect((await toRefusal(narrow.runs.get(report.report_id, again))).status).toBe(404);
    expect((await narrow.runs.get(...at)).data.run_id).toBe(at[1]);
  });

  it('answers 412 after the view got a newer revision than the pinned one, and 404 after its deletion', async () => {
    const { api, view, report } = await makeReport();
    const { savedViews, reports } = api.client();
    await savedViews.update(view.id, { ...makeView({ display_tz: 'Asia/Tokyo' }), expected_revision: '1' });
    const moved = await toRefusal(reports.runs.create(report.report_id));
    expect(moved).toMatchObject({ status: 412, type: 'precondition_failed', nextAction: 'update_report' });
    await savedViews.delete(view.id);
    expect((await toRefusal(reports.runs.create(report.report_id))).status).toBe(404);
    expect(api.plane.runRows.size).toBe(1);
  });

  it('answers 404 to a recipient who cannot see the view', async () => {
    const { api, report } = await makeReport({ view: { audience: 'personal' } });
    const { reports } = api.client('analyst');
    expect((await reports.get(report.report_id)).data).toEqual(report);
    expect((await toRefusal(reports.runs.create(report.report_id))).status).toBe(404);
  });

  it('answers 404 to a caller who covers the fixed scope, but no longer the complete scope of the view', async () => {
    const { api, report } = await makeReport({
      view: makeApplicationQuery(FIRST_APPLICATION_ID, SECOND_APPLICATION_ID),
    });
    const tree = api.plane.trees.get(WORKSPACE_ID)!;
    const leaf = {
      applicationId: SECOND_APPLICATION_ID,
      gatewayId: demoId('gateway', 4),
      environmentId: demoId('environment', 4),
    };
    const analyst = api.plane.callers.get(SUBJECTS.analyst)!;
    const blocks = tree.environments.map(({ environmentId, applicationId, gatewayId }) => ({
      actions: ['metadata.read'] as const,
      block: { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID, applicationId, gatewayId, environmentId },
    }));
    api.plane.callers.set(SUBJECTS.analyst, { ...analyst, bindings: blocks });
    const { runs } = api.client('analyst').reports;
    expect((await runs.create(report.report_id)).data.state).toBe('queued');
    api.plane.trees.set(WORKSPACE_ID, { ...tree, environments: [...tree.environments, leaf] });
    expect((await toRefusal(runs.create(report.report_id))).status).toBe(404);
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

  it('answers 422 for a question that this build no longer supports', async () => {
    const { api, view, report } = await makeReport();
    api.plane.views.set(view.id, { ...view, filter_version: 99 });
    expect((await toRefusal(api.client().reports.runs.create(report.report_id))).status).toBe(422);
  });

  it('answers 503 without a worker', async () => {
    const { api, report } = await makeReport();
    api.plane.reports.hasWorker = false;
    expect(await toRefusal(api.client().reports.runs.create(report.report_id))).toMatchObject({
      status: 503,
      type: 'dependency_unavailable',
      detail: 'This deployment has no report worker. Ask its operator.',
    });
  });
});

describe('an idempotency key of customer.reports.runs.create', () => {
  it('repeats the first answer, even after a change of the view', async () => {
    const { api, view, report } = await makeReport();
    const create = async (idempotencyKey: string) =>
      (await api.client().reports.runs.create(report.report_id, { idempotencyKey })).data;
    const first = await create('again');
    expect(first.idempotency_key).toBe('again');
    api.plane.views.set(view.id, { ...view, revision: '2', question_revision: '2' });
    expect(await create('again')).toEqual(first);
    expect((await toRefusal(create('new'))).status).toBe(412);
    expect(api.plane.runRows.size).toBe(2);
  });

  it('in the body has the same meaning as in the header', async () => {
    const { api, report, runsPath } = await makeReport();
    const body = { idempotency_key: 'again' };
    const first = await api.post<{ data: ReportRunV1 }>(runsPath, { body });
    expect([first.status, first.body.data.idempotency_key]).toEqual([202, 'again']);
    const repeated = await api.post(runsPath, { body });
    expect([repeated.status, repeated.body['data']]).toEqual([202, first.body.data]);
    const { data } = await api.client().reports.runs.create(report.report_id, { idempotencyKey: 'again' });
    expect(data).toEqual(first.body.data);
    expect(api.plane.runRows.size).toBe(2);
  });

  it('answers 409 if another report or operation used it', async () => {
    const { api, view, report } = await makeReport({ idempotencyKey: 'creation' });
    const { reports } = api.client();
    const other = (await reports.create(makeReportBody(view, { name: 'Other' }))).data.report;
    await reports.runs.create(report.report_id, { idempotencyKey: 'run' });
    for (const [id, idempotencyKey] of [
      [other.report_id, 'run'],
      [report.report_id, 'creation'],
    ] as const) {
      const problem = await toRefusal(reports.runs.create(id, { idempotencyKey }));
      expect(problem).toMatchObject({ status: 409, type: 'conflict' });
    }
  });

  it('belongs to its caller', async () => {
    const { api, report } = await makeReport();
    const [mine, theirs] = await Promise.all(
      (['owner', 'analyst'] as const).map((as) =>
        api.client(as).reports.runs.create(report.report_id, { idempotencyKey: 'once' }),
      ),
    );
    expect(theirs?.data.run_id).not.toBe(mine?.data.run_id);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.runs.create',
  send: ({ runs }, { at }) => runs.create(at[0]),
  method: 'POST',
  path: ({ runsPath }) => runsPath,
  statuses: [202, 401, 404, 409, 412, 413, 415, 422, 429, 500, 503],
  asks: 'createRun',
  keepsKeys: true,
});
