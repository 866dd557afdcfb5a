import { describe, expect, it } from 'vitest';
import type { ReportCreation, ReportV1 } from '../../contracts/report.ts';
import type { SavedView } from '../../contracts/saved-view.ts';
import { aQuestion, aView, missing } from '../support/api/answers.ts';
import { APP_ONE, APP_TWO, idOf, ORG, SUBJECTS, WS } from '../support/api/demo-ids.ts';
import { TestApi, type CallOptions } from '../support/api/test-api.ts';

const WORKSPACE = `/organizations/${ORG}/workspaces/${WS}`;
const REPORTS = `${WORKSPACE}/reports`;

async function saveView(api: TestApi, change: Record<string, unknown> = {}, as: CallOptions['as'] = 'owner') {
  return (await api.post<{ data: SavedView }>(`${WORKSPACE}/saved-views`, { as, body: aView(change) })).body.data;
}

const creation = (view: SavedView, change: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Weekly',
  saved_view_id: view.id,
  expected_view_revision: view.revision,
  recipient_subject_ids: [],
  evidence_refs: [],
  ...change,
});

describe('customer.reports.create', () => {
  it('says where a workspace has no environment yet that there is nothing to report on', async () => {
    const api = new TestApi();
    api.plane.trees.set(WS, { organizationId: ORG, workspaceId: WS, environments: [] });
    const { status, body } = await api.post(REPORTS, { body: creation(await saveView(api)) });
    expect([status, body['type'], body['detail']]).toEqual([
      422,
      'validation_failed',
      'The workspace has no environment yet that a report could speak of.',
    ]);
  });

  it('answers 202 with the report and its queued run, frozen in window and scope', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const { status, body } = await api.post<{ kind: string; data: ReportCreation }>(REPORTS, {
      body: creation(view, { recipient_subject_ids: [SUBJECTS.analyst] }),
    });
    expect(status).toBe(202);
    expect(body.kind).toBe('report-creation');
    const { report, run } = body.data;
    expect(report).toMatchObject({ owner: SUBJECTS.owner, view_revision: '1', latest_run_id: run.run_id });
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
      [1, 2, 3].map((n) => idOf('environment', n)),
    );
    expect(api.plane.outbox).toEqual([{ kind: 'start_report_run', workflowId: run.run_id }]);
    expect(api.asked).toEqual([]);
  });

  it('takes the window of a fixed view from the view', async () => {
    const api = new TestApi();
    const view = await saveView(api, { query: aQuestion(), time_intent: 'fixed', relative_window_seconds: undefined });
    const { body } = await api.post<{ data: ReportCreation }>(REPORTS, { body: creation(view) });
    expect(body.data.run.window).toEqual({ from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' });
  });

  it.each([
    ['no name', { name: '' }, '/name'],
    ['a control character', { name: 'a\u0007' }, '/name'],
    ['evidence', { evidence_refs: ['x'] }, '/evidence_refs'],
    [
      '21 recipients',
      { recipient_subject_ids: Array.from({ length: 21 }, (_, n) => idOf('subject', n)) },
      '/recipient_subject_ids',
    ],
    ['a recipient twice', { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.analyst] }, '/recipient_subject_ids'],
    ['a recipient of another organization', { recipient_subject_ids: [SUBJECTS.outsider] }, '/recipient_subject_ids/0'],
    ['a recipient that is nobody', { recipient_subject_ids: [idOf('subject', 66)] }, '/recipient_subject_ids/0'],
    ['a revision as number', { expected_view_revision: 1 }, '/expected_view_revision'],
    ['an unknown member', { owner: SUBJECTS.owner }, '/owner'],
    ['an empty key', { idempotency_key: '' }, '/idempotency_key'],
  ])('answers 422 for %s and writes nothing', async (_name, change, pointer) => {
    const api = new TestApi();
    const view = await saveView(api);
    const before = api.plane.written();
    const { status, body } = await api.post(REPORTS, { body: creation(view, change) });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
    expect(api.plane.written()).toBe(before);
  });

  it.each([['drilldown'], ['markers']])('answers 422 for a view of the shape %s', async (shape) => {
    const api = new TestApi();
    const view = await saveView(api);
    api.plane.views.set(view.id, { ...view, query: { schema: 1, shape, scope: {} } });
    const { status, body } = await api.post(REPORTS, { body: creation(view) });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer: '/saved_view_id' }]);
  });

  it('answers 404 for a view that is missing, personal to another, or wider than the caller’s access', async () => {
    const api = new TestApi();
    const wide = await saveView(api);
    const personal = await saveView(api, {
      audience: 'personal',
      query: { ...(aView()['query'] as object), scope: { application_ids: [APP_ONE] } },
    });
    const other = await saveView(api, {
      query: { ...(aView()['query'] as object), scope: { application_ids: [APP_TWO] } },
    });
    for (const view of [wide, personal, other, { ...wide, id: missing.view }]) {
      const { status, body } = await api.post(REPORTS, { as: 'narrow', body: creation(view) });
      expect([status, body['type']]).toEqual([404, 'not_found']);
    }
    expect(api.plane.outbox).toEqual([]);
  });

  it('answers 412 when the view is at another revision', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const { status, body } = await api.post(REPORTS, { body: creation(view, { expected_view_revision: '2' }) });
    expect([status, body['type']]).toEqual([412, 'precondition_failed']);
  });

  it('answers 409 for a name that the owner already uses', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    await api.post(REPORTS, { body: creation(view) });
    expect((await api.post(REPORTS, { body: creation(view) })).status).toBe(409);
    expect((await api.post(REPORTS, { as: 'analyst', body: creation(view) })).status).toBe(202);
  });

  it('answers 503 when no reader is composed', async () => {
    const api = new TestApi({ reader: undefined as never });
    const view = await saveView(api);
    expect((await api.post(REPORTS, { body: creation(view) })).status).toBe(503);
  });
});

describe('an idempotency key', () => {
  it('repeats the first answer for the same body, with a request id of its own', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const body = creation(view, { idempotency_key: 'once' });
    const first = await api.post(REPORTS, { body });
    api.now = new Date(api.now.getTime() + 60_000);
    const again = await api.post(REPORTS, { body });
    expect(again.status).toBe(202);
    expect(again.body['data']).toEqual(first.body['data']);
    expect(again.body['request_id']).not.toBe(first.body['request_id']);
    expect(api.plane.runRows.size).toBe(1);
  });

  it('answers 409 for another body, before 412 and 422', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    await api.post(REPORTS, { body: creation(view, { idempotency_key: 'once' }) });
    const other = creation(view, {
      idempotency_key: 'once',
      expected_view_revision: '7',
      recipient_subject_ids: [SUBJECTS.outsider],
    });
    const { status, body } = await api.post(REPORTS, { body: other });
    expect([status, body['type']]).toEqual([409, 'conflict']);
  });

  it('is taken from the header when the body has none, and from the body when both are there', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const headers = { 'idempotency-key': 'from the header' };
    const first = await api.post<{ data: ReportCreation }>(REPORTS, { body: creation(view), headers });
    const both = await api.post<{ data: ReportCreation }>(REPORTS, {
      body: creation(view, { name: 'Other', idempotency_key: 'from the body' }),
      headers,
    });
    expect(first.body.data.run.idempotency_key).toBe('from the header');
    expect(both.body.data.run.idempotency_key).toBe('from the body');
  });

  it('belongs to one caller', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const body = creation(view, { idempotency_key: 'once' });
    const mine = await api.post<{ data: ReportCreation }>(REPORTS, { body });
    const theirs = await api.post<{ data: ReportCreation }>(REPORTS, { as: 'analyst', body });
    expect(theirs.body.data.report.report_id).not.toBe(mine.body.data.report.report_id);
  });

  it('is refused when it is too long or not ASCII', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const headers = { 'idempotency-key': 'x'.repeat(256) };
    expect((await api.post(REPORTS, { body: creation(view), headers })).status).toBe(422);
  });
});

describe('customer.reports.get and list', () => {
  it('show a report to its owner and recipients, and to nobody else', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const body = creation(view, { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.narrow] });
    const { report } = (await api.post<{ data: ReportCreation }>(REPORTS, { body })).body.data;
    const path = `/organizations/${ORG}/reports/${report.report_id}`;
    const seen = async (as: NonNullable<CallOptions['as']>) => [
      (await api.get(path, { as })).status,
      ((await api.get<{ data: ReportV1[] }>(REPORTS, { as })).body.data as ReportV1[] | undefined)?.map(
        (one) => one.report_id,
      ),
    ];
    expect(await seen('owner')).toEqual([200, [report.report_id]]);
    expect(await seen('analyst')).toEqual([200, [report.report_id]]);
    // A recipient whose access does not cover the frozen scope sees nothing, rather than less.
    expect(await seen('narrow')).toEqual([404, []]);
    expect(await seen('deployer')).toEqual([404, []]);
    expect(await seen('outsider')).toEqual([404, undefined]);
  });

  it('pages over rows that are hidden without showing them in size or cursor', async () => {
    const api = new TestApi();
    const wide = await saveView(api);
    const small = await saveView(api, {
      query: { ...(aView()['query'] as object), scope: { application_ids: [APP_ONE] } },
    });
    const recipients = { recipient_subject_ids: [SUBJECTS.narrow] };
    const visible: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      api.now = new Date(api.now.getTime() + 1_000);
      const view = index % 2 === 0 ? small : wide;
      const body = creation(view, { ...recipients, name: `Report ${index}` });
      const { report } = (await api.post<{ data: ReportCreation }>(REPORTS, { body })).body.data;
      if (view === small) visible.unshift(report.report_id);
    }
    const first = await api.get<{ data: ReportV1[]; next_cursor: string }>(REPORTS, {
      as: 'narrow',
      query: { limit: '2' },
    });
    const second = await api.get<{ data: ReportV1[]; next_cursor: string }>(REPORTS, {
      as: 'narrow',
      query: { limit: '2', 'page-token': first.body.next_cursor },
    });
    expect([...first.body.data, ...second.body.data].map((one) => one.report_id)).toEqual(visible);
    expect(first.body.data).toHaveLength(2);
    expect(second.body.next_cursor).toBe('');
  });

  it.each([
    ['a forged page token', { 'page-token': 'x.y' }],
    ['limit 101', { limit: '101' }],
  ])('answer 422 for %s', async (_name, query) => {
    expect((await new TestApi().get(REPORTS, { query: query as unknown as Record<string, string> })).status).toBe(422);
  });
});
