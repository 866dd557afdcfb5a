import { describe, expect, it } from 'vitest';
import { NOT_FOUND } from '../../../domain/kernel/errors.ts';
import type { ReportCreation } from '../../../contracts/reports/report.ts';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { makeQuestion, makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import { describeCommonRefusals } from '../../../testing/api/common-refusals.ts';
import {
  FIRST_APPLICATION_ID,
  SECOND_APPLICATION_ID,
  demoId,
  NEXT_WORKSPACE_ID,
  ORGANIZATION_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import {
  makeApplicationQuery,
  makeReportBody,
  copyAccess,
  makeReport,
  REPORTS_PATH,
  saveView,
} from '../../../testing/api/made-report.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const NEXT_PLACE = { organizationId: ORGANIZATION_ID, workspaceId: NEXT_WORKSPACE_ID };
const twentyOne = Array.from({ length: 21 }, (_, index) => demoId('subject', 100 + index));

describe('customer.reports.create', () => {
  it('answers 202 with the report and its queued run, with a fixed window and scope', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const body = makeReportBody(view, { recipient_subject_ids: [SUBJECTS.analyst] });
    const { report, run } = (await api.client().reports.create(body)).data;
    expect(report).toEqual({
      report_id: report.report_id,
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      owner: SUBJECTS.owner,
      name: 'Weekly',
      saved_view_id: view.id,
      view_revision: '1',
      recipient_subject_ids: [SUBJECTS.analyst],
      evidence_refs: [],
      revision: '1',
      latest_run_id: run.run_id,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(report.report_id).toMatch(/^rpt_/);
    expect(run).toMatchObject({
      report_id: report.report_id,
      initiator: SUBJECTS.owner,
      state: 'queued',
      attempt: 0,
      window: { from: '2026-02-28T12:00:00.000Z', to: '2026-03-01T12:00:00.000Z' },
      question: { ...view.query, from: '2026-02-28T12:00:00.000Z', to: '2026-03-01T12:00:00.000Z' },
      display_tz: 'Europe/Berlin',
      failure_code: '',
      artifact_digest: '',
    });
    expect(run.idempotency_key).toMatch(/^req_/);
    expect(api.plane.runRows.get(run.run_id)?.scopeEnvironmentIds).toEqual(
      [1, 2, 3].map((n) => demoId('environment', n)),
    );
    expect(api.plane.outbox).toEqual([{ kind: 'start_report_run', workflowId: run.run_id }]);
    expect(api.asked).toEqual([]);
  });

  it('takes the window of a fixed view from the view', async () => {
    const fixed = { query: makeQuestion(), time_intent: 'fixed', relative_window_seconds: undefined };
    const { run } = await makeReport({ view: fixed });
    expect(run.window).toEqual({ from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' });
  });

  it.each(['owner', 'analyst', 'narrow'] as const)(
    'is available to callers who cover the complete scope of a visible view, with or without cost.read: %s',
    async (as) => {
      const api = new TestApi();
      const view = await saveView(api, makeApplicationQuery(FIRST_APPLICATION_ID));
      expect((await api.client(as).reports.create(makeReportBody(view))).data.report.owner).toBe(SUBJECTS[as]);
    },
  );

  it.each([
    ['a name of one character', { name: 'x' }],
    ['a name of 120 characters of four bytes each', { name: '🧭'.repeat(120) }],
    ['no evidence_refs', { evidence_refs: undefined }],
    ['empty evidence_refs', { evidence_refs: [] }],
    ['the owner among the recipients', { recipient_subject_ids: [SUBJECTS.owner] }],
    ['a recipient who can read nothing yet', { recipient_subject_ids: [SUBJECTS.stranger] }],
  ])('accepts %s', async (_name, change) => {
    const api = new TestApi();
    const { data } = await api.client().reports.create(makeReportBody(await saveView(api), change));
    expect(data.report).toMatchObject({ ...change, evidence_refs: [] });
  });

  it('accepts 20 recipients', async () => {
    const api = new TestApi();
    const twenty = twentyOne.slice(1);
    for (const subjectId of twenty) {
      api.plane.callers.set(subjectId, {
        subjectId,
        organizationId: ORGANIZATION_ID,
        authorityEpoch: '1',
        bindings: [],
      });
    }
    const body = makeReportBody(await saveView(api), { recipient_subject_ids: twenty });
    expect((await api.client().reports.create(body)).data.report.recipient_subject_ids).toEqual(twenty);
  });

  it('accepts the 51st report of a workspace', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const { reports } = api.client();
    for (let number = 1; number <= 51; number += 1)
      await reports.create(makeReportBody(view, { name: `Report ${number}` }));
    expect(api.plane.reportRows.size).toBe(51);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: '' }, '/name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, '/name'],
    ...['\u0001', '\t', '\n', '\u001f', '\u007f', '\u0080', '\u009f'].map(
      (character): [string, Record<string, unknown>, string] => [
        `the control character ${JSON.stringify(character)}`,
        { name: `a${character}b` },
        '/name',
      ],
    ),
    ['a line feed at the end of the name', { name: 'a\n' }, '/name'],
    ['a name that is not text', { name: 7 }, '/name'],
    ['a view id that is invalid', { saved_view_id: 'nonsense' }, '/saved_view_id'],
    ['a revision that is not a decimal string', { expected_view_revision: 1 }, '/expected_view_revision'],
    ['evidence', { evidence_refs: ['x'] }, '/evidence_refs'],
    ['evidence that is not a list', { evidence_refs: null }, '/evidence_refs'],
    ['21 recipients', { recipient_subject_ids: twentyOne }, '/recipient_subject_ids'],
    ['a recipient twice', { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.analyst] }, '/recipient_subject_ids'],
    ['an unknown member', { owner: SUBJECTS.owner }, '/owner'],
    ['an empty key', { idempotency_key: '' }, '/idempotency_key'],
    ['no name at all', { name: undefined }, '/name'],
    ['no view', { saved_view_id: undefined }, '/saved_view_id'],
    ['no expected revision', { expected_view_revision: undefined }, '/expected_view_revision'],
    ['no list of recipients', { recipient_subject_ids: undefined }, '/recipient_subject_ids'],
  ])('answers 422 for %s and writes nothing', async (_name, change, pointer) => {
    const api = new TestApi();
    const view = await saveView(api);
    const before = api.plane.written();
    const { status, body } = await api.post(REPORTS_PATH, { body: makeReportBody(view, change) });
    expect([status, body['type'], body['errors']]).toMatchObject([422, 'validation_failed', [{ pointer }]]);
    expect(api.plane.written()).toBe(before);
  });

  it.each([
    ['of another organization', SUBJECTS.outsider],
    ['that does not exist', demoId('subject', 77)],
  ])('answers 422 for a recipient %s and writes nothing', async (_name, recipient) => {
    const api = new TestApi();
    const body = makeReportBody(await saveView(api), { recipient_subject_ids: [recipient] });
    const before = api.plane.written();
    expect(await toRefusal(api.client().reports.create(body))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      errors: [{ pointer: '/recipient_subject_ids/0' }],
    });
    expect(api.plane.written()).toBe(before);
  });

  it.each([['drilldown'], ['markers']])('answers 422 for a view of the shape %s', async (shape) => {
    const api = new TestApi();
    const view = await saveView(api);
    api.plane.views.set(view.id, { ...view, query: { schema: 1, shape, scope: {} } });
    const problem = await toRefusal(api.client().reports.create(makeReportBody(view)));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/saved_view_id' }] });
  });

  it('reports that a workspace without environments has nothing to report on', async () => {
    const api = new TestApi();
    api.plane.trees.set(WORKSPACE_ID, { organizationId: ORGANIZATION_ID, workspaceId: WORKSPACE_ID, environments: [] });
    expect(await toRefusal(api.client().reports.create(makeReportBody(await saveView(api))))).toMatchObject({
      status: 422,
      type: 'validation_failed',
      detail: 'The workspace has no environment yet, so a report has no traffic. Create an environment first.',
    });
  });

  it('answers 404 for a view that is missing, deleted, personal to another user, or wider than the caller’s access', async () => {
    const api = new TestApi();
    const wide = await saveView(api);
    const personal = await saveView(api, { audience: 'personal', ...makeApplicationQuery(FIRST_APPLICATION_ID) });
    const other = await saveView(api, makeApplicationQuery(SECOND_APPLICATION_ID));
    const deleted = await saveView(api, makeApplicationQuery(FIRST_APPLICATION_ID));
    await api.client().savedViews.delete(deleted.id);
    for (const view of [wide, personal, other, deleted, { ...wide, id: MISSING_IDS.view }]) {
      const problem = await toRefusal(api.client('narrow').reports.create(makeReportBody(view)));
      expect(problem).toMatchObject({ status: 404, type: 'not_found' });
    }
    expect(api.plane.outbox).toEqual([]);
  });

  it('names the part of a visible, wider view that the caller may report on', async () => {
    const api = new TestApi();
    const wide = await saveView(api);
    const other = await saveView(api, makeApplicationQuery(SECOND_APPLICATION_ID));
    const personal = await saveView(api, { audience: 'personal' });
    const { reports } = api.client('narrow');
    const detailFor = async (view: SavedView) => (await toRefusal(reports.create(makeReportBody(view)))).detail;
    const wider =
      'The saved view covers more than you can read, and a report always covers the complete scope of its view.';
    expect(await detailFor(wide)).toBe(
      `${wider} Save a view that covers only environments that you can read, and report on that view. ` +
        `You can read ${demoId('environment', 1)}, ${demoId('environment', 2)}.`,
    );
    expect(await detailFor(other)).toBe(`${wider} You can read no part of this scope. Choose another view.`);
    expect(await detailFor(personal)).toBe(NOT_FOUND);
    const fitting = {
      ...makeView(),
      query: { ...makeView().query, scope: { environment_ids: [1, 2].map((n) => demoId('environment', n)) } },
    };
    expect((await reports.create(makeReportBody(await saveView(api, fitting)))).data.run.state).toBe('queued');
  });

  it('answers 404 for a view of another workspace', async () => {
    const api = new TestApi();
    const { reports } = api.client('owner', NEXT_PLACE);
    expect((await toRefusal(reports.create(makeReportBody(await saveView(api))))).status).toBe(404);
  });

  it.each(['0', '2'])('answers 412 if the view is not at revision %s', async (revision) => {
    const api = new TestApi();
    const body = makeReportBody(await saveView(api), { expected_view_revision: revision });
    expect(await toRefusal(api.client().reports.create(body))).toMatchObject({
      status: 412,
      type: 'precondition_failed',
    });
    expect(api.plane.outbox).toEqual([]);
  });

  it('answers 409 for a name that the owner already uses in the workspace, and for no other name', async () => {
    const { api, view } = await makeReport();
    const body = makeReportBody(view);
    const problem = await toRefusal(api.client().reports.create(body));
    expect(problem).toMatchObject({ status: 409, type: 'conflict', nextAction: 'check_selection' });
    const next = api.client('owner', NEXT_PLACE);
    const there = (await next.savedViews.create(makeView())).data;
    const made = [
      await api.client('analyst').reports.create(body),
      await api.client().reports.create({ ...body, name: 'weekly' }),
      await next.reports.create(makeReportBody(there)),
    ];
    expect(made.map(({ data }) => data.report.name)).toEqual(['Weekly', 'weekly', 'Weekly']);
  });

  it('answers 503 without a reader', async () => {
    const api = new TestApi({ reader: undefined as never });
    expect(await toRefusal(api.client().reports.create(makeReportBody(await saveView(api))))).toMatchObject({
      status: 503,
      type: 'dependency_unavailable',
      detail: 'This deployment has no insight reader. Ask its operator.',
    });
  });

  it('answers 503 without a worker', async () => {
    const api = new TestApi();
    api.plane.reports.hasWorker = false;
    const view = await saveView(api);
    const before = api.plane.written();
    expect(await toRefusal(api.client().reports.create(makeReportBody(view)))).toMatchObject({
      status: 503,
      type: 'dependency_unavailable',
      detail: 'This deployment has no report worker. Ask its operator.',
    });
    expect(api.plane.written()).toBe(before);
  });
});

describe('an idempotency key of customer.reports.create', () => {
  const once = { idempotencyKey: 'once' };

  it('repeats the first answer for the same body, with a new request id', async () => {
    const api = new TestApi();
    const { reports } = api.client();
    const body = makeReportBody(await saveView(api));
    const first = await reports.create(body, once);
    api.now = new Date(api.now.getTime() + 60_000);
    const again = await reports.create(body, once);
    expect(again.data).toEqual(first.data);
    expect(again.requestId).not.toBe(first.requestId);
    expect(api.plane.runRows.size).toBe(1);
  });

  it('also repeats it if the view could no longer be reported', async () => {
    const api = new TestApi();
    const { reports } = api.client();
    const view = await saveView(api);
    const first = await reports.create(makeReportBody(view), once);
    api.plane.views.set(view.id, { ...view, query: { schema: 1, shape: 'markers', scope: {} } });
    expect((await reports.create(makeReportBody(view), once)).data).toEqual(first.data);
    expect((await toRefusal(reports.create(makeReportBody(view), { idempotencyKey: 'new' }))).status).toBe(422);
  });

  it('repeats nothing that its caller can no longer see, even if it could see the current view', async () => {
    const api = new TestApi();
    const { reports } = api.client('analyst');
    const view = await saveView(api);
    const first = await reports.create(makeReportBody(view), once);
    api.plane.views.set(view.id, {
      ...view,
      query: { ...view.query, scope: { application_ids: [FIRST_APPLICATION_ID] } },
    });
    const giveBack = copyAccess(api, 'analyst', 'narrow');
    expect((await toRefusal(reports.get(first.data.report.report_id))).status).toBe(404);
    expect((await toRefusal(reports.create(makeReportBody(view), once))).status).toBe(404);
    giveBack();
    expect((await reports.create(makeReportBody(view), once)).data).toEqual(first.data);
  });

  it('repeats it if the second request has the key in its header: the body without its key is equal', async () => {
    const api = new TestApi();
    const body = makeReportBody(await saveView(api));
    const first = await api.post(REPORTS_PATH, { body: { ...body, idempotency_key: 'once' } });
    expect((await api.client().reports.create(body, once)).data).toEqual(first.body['data']);
  });

  it('repeats it with and without empty `evidence_refs`, in any order', async () => {
    const api = new TestApi();
    const { reports } = api.client();
    const bare = { ...makeReportBody(await saveView(api)) };
    delete bare.evidence_refs;
    const first = await reports.create(bare, once);
    expect((await reports.create({ ...bare, evidence_refs: [] }, once)).data).toEqual(first.data);
    const other = await reports.create({ ...bare, name: 'Other', evidence_refs: [] }, { idempotencyKey: 'twice' });
    expect((await reports.create({ ...bare, name: 'Other' }, { idempotencyKey: 'twice' })).data).toEqual(other.data);
  });

  it('answers 409 for another body, before 412 and 422', async () => {
    const { api, view } = await makeReport(once);
    const other = makeReportBody(view, { expected_view_revision: '7', recipient_subject_ids: [SUBJECTS.outsider] });
    const problem = await toRefusal(api.client().reports.create(other, once));
    expect(problem).toMatchObject({ status: 409, type: 'conflict' });
  });

  it('answers 409 if another operation used it', async () => {
    const { api, view, report } = await makeReport();
    const { reports } = api.client();
    await reports.runs.create(report.report_id, once);
    expect((await toRefusal(reports.create(makeReportBody(view, { name: 'Other' }), once))).status).toBe(409);
  });

  it('stays unused if its request is refused', async () => {
    const api = new TestApi();
    const { reports } = api.client();
    const body = makeReportBody(await saveView(api));
    const stale = { ...body, expected_view_revision: '7' };
    expect((await toRefusal(reports.create(stale, once))).status).toBe(412);
    expect((await reports.create(body, once)).data.run.idempotency_key).toBe('once');
  });

  it('is read from the header if the body has none, and otherwise from the body', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const first = await api.client().reports.create(makeReportBody(view), { idempotencyKey: 'from the header' });
    const both = await api.post<{ data: ReportCreation }>(REPORTS_PATH, {
      body: { ...makeReportBody(view), name: 'Other', idempotency_key: 'from the body' },
      headers: { 'idempotency-key': 'from the header' },
    });
    expect(first.data.run.idempotency_key).toBe('from the header');
    expect(both.body.data.run.idempotency_key).toBe('from the body');
  });

  it('belongs to one caller and one workspace', async () => {
    const api = new TestApi();
    const body = makeReportBody(await saveView(api));
    const mine = await api.client().reports.create(body, once);
    const theirs = await api.client('analyst').reports.create(body, once);
    expect(theirs.data.report.report_id).not.toBe(mine.data.report.report_id);
    expect(api.plane.keys.used()).toEqual([
      JSON.stringify([WORKSPACE_ID, SUBJECTS.owner, 'once']),
      JSON.stringify([WORKSPACE_ID, SUBJECTS.analyst, 'once']),
    ]);
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'x'.repeat(256)],
    ['not ASCII', 'schlüssel'],
  ])('is refused if it is %s', async (_name, key) => {
    const api = new TestApi();
    const body = makeReportBody(await saveView(api));
    const inHeader = await api.post(REPORTS_PATH, { body, headers: { 'idempotency-key': key } });
    const inBody = await api.post(REPORTS_PATH, { body: { ...body, idempotency_key: key } });
    expect([inHeader.status, inBody.status]).toEqual([422, 422]);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.create',
  send: (reports, { view }) => reports.create(makeReportBody(view, { name: 'Another' })),
  method: 'POST',
  path: () => REPORTS_PATH,
  body: ({ view }) => makeReportBody(view, { name: 'Another' }),
  statuses: [202, 401, 404, 409, 412, 413, 415, 422, 429, 500, 503],
  asks: 'create',
  keepsKeys: true,
});
