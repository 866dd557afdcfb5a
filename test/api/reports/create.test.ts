import { describe, expect, it } from 'vitest';
import type { ReportCreation } from '../../../contracts/report.ts';
import type { SavedView } from '../../../contracts/saved-view.ts';
import { aQuestion, missing } from '../../support/api/answers.ts';
import { describeCommonRefusals } from '../../support/api/common-refusals.ts';
import { APP_ONE, APP_TWO, idOf, NEXT_WS, ORG, SUBJECTS, WS } from '../../support/api/demo-ids.ts';
import { aboutApplications, creation, makeReport, REPORTS, saveView } from '../../support/api/made-report.ts';
import { TestApi } from '../../support/api/test-api.ts';

interface Created {
  readonly kind: string;
  readonly data: ReportCreation;
}

/** More people of the organization, by number. */
function withMembers(api: TestApi, count: number): string[] {
  const ids = Array.from({ length: count }, (_, index) => idOf('subject', 100 + index));
  for (const subjectId of ids) {
    api.plane.callers.set(subjectId, { subjectId, organizationId: ORG, authorityEpoch: '1', bindings: [] });
  }
  return ids;
}

describe('customer.reports.create', () => {
  it('answers 202 with the report and its queued run, frozen in window and scope', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const { status, body } = await api.post<Created>(REPORTS, {
      body: creation(view, { recipient_subject_ids: [SUBJECTS.analyst] }),
    });
    expect([status, body.kind]).toEqual([202, 'report-creation']);
    const { report, run } = body.data;
    expect(report).toEqual({
      report_id: report.report_id,
      organization_id: ORG,
      workspace_id: WS,
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
      [1, 2, 3].map((n) => idOf('environment', n)),
    );
    expect(api.plane.outbox).toEqual([{ kind: 'start_report_run', workflowId: run.run_id }]);
    expect(api.asked).toEqual([]);
  });

  it('takes the window of a fixed view from the view', async () => {
    const api = new TestApi();
    const view = await saveView(api, { query: aQuestion(), time_intent: 'fixed', relative_window_seconds: undefined });
    const { body } = await api.post<Created>(REPORTS, { body: creation(view) });
    expect(body.data.run.window).toEqual({ from: '2026-02-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' });
  });

  it('may be asked for by whoever covers the whole scope of a view it sees, with or without cost.read', async () => {
    const api = new TestApi();
    const one = await saveView(api, aboutApplications(APP_ONE));
    for (const as of ['owner', 'analyst', 'narrow'] as const) {
      expect([as, (await api.post(REPORTS, { as, body: creation(one) })).status]).toEqual([as, 202]);
    }
  });

  it.each([
    ['a name of one character', { name: 'x' }],
    ['a name of 120 characters of four bytes each', { name: '🧭'.repeat(120) }],
    ['no evidence_refs', { evidence_refs: undefined }],
    ['empty evidence_refs', { evidence_refs: [] }],
    ['the owner among the recipients', { recipient_subject_ids: [SUBJECTS.owner] }],
    ['a recipient who can read nothing yet', { recipient_subject_ids: [SUBJECTS.stranger] }],
  ])('accepts %s', async (_name, change) => {
    const api = new TestApi();
    expect((await api.post(REPORTS, { body: creation(await saveView(api), change) })).status).toBe(202);
  });

  it('accepts 20 recipients, and answers 422 for 21', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const members = withMembers(api, 21);
    const twenty = creation(view, { recipient_subject_ids: members.slice(0, 20) });
    expect((await api.post(REPORTS, { body: twenty })).status).toBe(202);
    const { status, body } = await api.post(REPORTS, {
      body: creation(view, { name: 'More', recipient_subject_ids: members }),
    });
    expect([status, body['errors']]).toMatchObject([422, [{ pointer: '/recipient_subject_ids' }]]);
  });

  it('accepts the 51st report of a workspace', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    for (let number = 1; number <= 51; number += 1) {
      const { status } = await api.post(REPORTS, { body: creation(view, { name: `Report ${number}` }) });
      expect([number, status]).toEqual([number, 202]);
    }
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
    ['a name that is no text', { name: 7 }, '/name'],
    ['a view that is no id', { saved_view_id: 'nonsense' }, '/saved_view_id'],
    ['a revision that is no decimal string', { expected_view_revision: 1 }, '/expected_view_revision'],
    ['evidence', { evidence_refs: ['x'] }, '/evidence_refs'],
    ['evidence that is no list', { evidence_refs: null }, '/evidence_refs'],
    ['a recipient twice', { recipient_subject_ids: [SUBJECTS.analyst, SUBJECTS.analyst] }, '/recipient_subject_ids'],
    ['a recipient of another organization', { recipient_subject_ids: [SUBJECTS.outsider] }, '/recipient_subject_ids/0'],
    ['a recipient who is not there', { recipient_subject_ids: [idOf('subject', 77)] }, '/recipient_subject_ids/0'],
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
    const { status, body } = await api.post(REPORTS, { body: creation(view, change) });
    expect([status, body['type'], body['errors']]).toMatchObject([422, 'validation_failed', [{ pointer }]]);
    expect(api.plane.written()).toBe(before);
  });

  it.each([['drilldown'], ['markers']])('answers 422 for a view of the shape %s', async (shape) => {
    const api = new TestApi();
    const view = await saveView(api);
    api.plane.views.set(view.id, { ...view, query: { schema: 1, shape, scope: {} } });
    const { status, body } = await api.post(REPORTS, { body: creation(view) });
    expect([status, body['errors']]).toMatchObject([422, [{ pointer: '/saved_view_id' }]]);
  });

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

  it('answers 404 for a view that is missing, deleted, personal to another, or wider than the caller’s access', async () => {
    const api = new TestApi();
    const wide = await saveView(api);
    const personal = await saveView(api, { audience: 'personal', ...aboutApplications(APP_ONE) });
    const other = await saveView(api, aboutApplications(APP_TWO));
    const deleted = await saveView(api, aboutApplications(APP_ONE));
    await api.delete(`/organizations/${ORG}/saved-views/${deleted.id}`);
    for (const view of [wide, personal, other, deleted, { ...wide, id: missing.view }]) {
      const { status, body } = await api.post(REPORTS, { as: 'narrow', body: creation(view) });
      expect([status, body['type']]).toEqual([404, 'not_found']);
    }
    expect(api.plane.outbox).toEqual([]);
  });

  it('answers 404 for a view of another workspace', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const elsewhere = `/organizations/${ORG}/workspaces/${NEXT_WS}/reports`;
    expect((await api.post(elsewhere, { body: creation(view) })).status).toBe(404);
  });

  it.each(['0', '2'])('answers 412 when the view is not at revision %s', async (revision) => {
    const api = new TestApi();
    const view = await saveView(api);
    const { status, body } = await api.post(REPORTS, { body: creation(view, { expected_view_revision: revision }) });
    expect([status, body['type']]).toEqual([412, 'precondition_failed']);
    expect(api.plane.outbox).toEqual([]);
  });

  it('answers 409 for a name that the owner already uses in the workspace, and for no other', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    await api.post(REPORTS, { body: creation(view) });
    const { status, body } = await api.post(REPORTS, { body: creation(view) });
    expect([status, body['type'], body['next_action']]).toEqual([409, 'conflict', 'reload']);
    expect((await api.post(REPORTS, { as: 'analyst', body: creation(view) })).status).toBe(202);
    expect((await api.post(REPORTS, { body: creation(view, { name: 'weekly' }) })).status).toBe(202);
    const next = `/organizations/${ORG}/workspaces/${NEXT_WS}`;
    const { query, time_intent, relative_window_seconds, display_tz, audience, name } = view;
    const written = { query, time_intent, relative_window_seconds, display_tz, audience, name };
    const there = (await api.post<{ data: SavedView }>(`${next}/saved-views`, { body: written })).body.data;
    expect((await api.post(`${next}/reports`, { body: creation(there) })).status).toBe(202);
  });

  it('answers 503 when no reader is composed', async () => {
    const api = new TestApi({ reader: undefined as never });
    const { status, body } = await api.post(REPORTS, { body: creation(await saveView(api)) });
    expect([status, body['type'], body['detail']]).toEqual([
      503,
      'dependency_unavailable',
      'This deployment has no insight reader.',
    ]);
  });

  it('answers 503 when no worker is composed', async () => {
    const api = new TestApi();
    api.plane.reports.hasWorker = false;
    const view = await saveView(api);
    const before = api.plane.written();
    const { status, body } = await api.post(REPORTS, { body: creation(view) });
    expect([status, body['type'], body['detail']]).toEqual([
      503,
      'dependency_unavailable',
      'This deployment has no report worker.',
    ]);
    expect(api.plane.written()).toBe(before);
  });
});

describe('an idempotency key of customer.reports.create', () => {
  it('repeats the first answer for the same body, with a request id of its own', async () => {
    const api = new TestApi();
    const body = creation(await saveView(api), { idempotency_key: 'once' });
    const first = await api.post(REPORTS, { body });
    api.now = new Date(api.now.getTime() + 60_000);
    const again = await api.post(REPORTS, { body });
    expect(again.status).toBe(202);
    expect(again.body['data']).toEqual(first.body['data']);
    expect(again.body['request_id']).not.toBe(first.body['request_id']);
    expect(api.plane.runRows.size).toBe(1);
  });

  it('repeats it also where the view could not be reported any more', async () => {
    const api = new TestApi();
    const body = creation(await saveView(api), { idempotency_key: 'once' });
    const first = await api.post(REPORTS, { body });
    api.plane.trees.set(WS, { organizationId: ORG, workspaceId: WS, environments: [] });
    const again = await api.post(REPORTS, { body });
    expect([again.status, again.body['data']]).toEqual([202, first.body['data']]);
    expect((await api.post(REPORTS, { body: { ...body, idempotency_key: 'new' } })).status).toBe(422);
  });

  it('repeats it when the key comes in the header the second time: the body without its key is the same', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const first = await api.post(REPORTS, { body: creation(view, { idempotency_key: 'once' }) });
    const again = await api.post(REPORTS, { body: creation(view), headers: { 'idempotency-key': 'once' } });
    expect([again.status, again.body['data']]).toEqual([202, first.body['data']]);
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

  it('answers 409 when it was used for another operation', async () => {
    const { api, view, runsPath } = await makeReport();
    await api.post(runsPath, { body: { idempotency_key: 'once' } });
    const body = creation(view, { name: 'Other', idempotency_key: 'once' });
    expect((await api.post(REPORTS, { body })).status).toBe(409);
  });

  it('stays unused when its request is refused', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const stale = creation(view, { idempotency_key: 'once', expected_view_revision: '7' });
    expect((await api.post(REPORTS, { body: stale })).status).toBe(412);
    expect((await api.post(REPORTS, { body: creation(view, { idempotency_key: 'once' }) })).status).toBe(202);
  });

  it('is taken from the header when the body has none, and from the body when both are there', async () => {
    const api = new TestApi();
    const view = await saveView(api);
    const headers = { 'idempotency-key': 'from the header' };
    const first = await api.post<Created>(REPORTS, { body: creation(view), headers });
    const both = await api.post<Created>(REPORTS, {
      body: creation(view, { name: 'Other', idempotency_key: 'from the body' }),
      headers,
    });
    expect(first.body.data.run.idempotency_key).toBe('from the header');
    expect(both.body.data.run.idempotency_key).toBe('from the body');
  });

  it('belongs to one caller and one workspace', async () => {
    const api = new TestApi();
    const body = creation(await saveView(api), { idempotency_key: 'once' });
    const mine = await api.post<Created>(REPORTS, { body });
    const theirs = await api.post<Created>(REPORTS, { as: 'analyst', body });
    expect(theirs.body.data.report.report_id).not.toBe(mine.body.data.report.report_id);
    expect([...api.plane.keys.keys()]).toEqual([
      JSON.stringify([WS, SUBJECTS.owner, 'once']),
      JSON.stringify([WS, SUBJECTS.analyst, 'once']),
    ]);
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'x'.repeat(256)],
    ['not ASCII', 'schlüssel'],
  ])('is refused when it is %s', async (_name, key) => {
    const api = new TestApi();
    const view = await saveView(api);
    const inHeader = await api.post(REPORTS, { body: creation(view), headers: { 'idempotency-key': key } });
    const inBody = await api.post(REPORTS, { body: creation(view, { idempotency_key: key }) });
    expect([inHeader.status, inBody.status]).toEqual([422, 422]);
  });
});

describeCommonRefusals({
  operationId: 'customer.reports.create',
  method: 'POST',
  path: () => REPORTS,
  body: ({ view }) => creation(view, { name: 'Another' }),
  statuses: [202, 401, 404, 409, 412, 413, 415, 422, 500, 503],
  asks: 'create',
  keepsKeys: true,
});
