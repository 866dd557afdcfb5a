import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../contracts/saved-view.ts';
import { aQuestion, aView, missing } from '../support/api/answers.ts';
import { APP_TWO, ORG, OTHER_ORG, OTHER_WS, SUBJECTS, WS } from '../support/api/demo-ids.ts';
import { type Answered, TestApi } from '../support/api/test-api.ts';

const VIEWS = `/organizations/${ORG}/workspaces/${WS}/saved-views`;
const viewAt = (id: string): string => `/organizations/${ORG}/saved-views/${id}`;

interface One {
  kind: string;
  data: SavedView;
}
interface Page {
  data: SavedView[];
  next_cursor: string;
}

describe('customer.saved_views.create', () => {
  it('answers 201 with the view, and stores a relative question without its window', async () => {
    const { status, body } = await new TestApi().post<One>(VIEWS, {
      as: 'analyst',
      body: aView({ query: aQuestion() }),
    });
    expect(status).toBe(201);
    expect(body.kind).toBe('saved-view');
    expect(body.data).toMatchObject({
      organization_id: ORG,
      workspace_id: WS,
      owner: SUBJECTS.analyst,
      revision: '1',
      filter_version: 1,
      time_intent: 'relative',
      relative_window_seconds: 86_400,
      created_at: '2026-03-01T12:00:00.000Z',
    });
    expect(Object.keys(body.data.query).sort()).toEqual(['metrics', 'schema', 'scope', 'shape']);
  });

  it('stores a fixed question with its window as it was written', async () => {
    const query = aQuestion();
    const fixed = aView({ query, time_intent: 'fixed', relative_window_seconds: undefined });
    const { status, body } = await new TestApi().post<One>(VIEWS, { body: fixed });
    expect(status).toBe(201);
    expect(body.data.query).toEqual(query);
  });

  it.each([
    ['no name', { name: '' }, '/name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, '/name'],
    ['a control character in the name', { name: 'a\nb' }, '/name'],
    ['an unknown audience', { audience: 'public' }, '/audience'],
    ['an unknown member', { colour: 'red' }, '/colour'],
    ['an unknown member in the question', { query: { ...aQuestion(), colour: 'red' } }, '/query/colour'],
    ['a read context in the question', { query: { ...aQuestion(), read_context: {} } }, '/query/read_context'],
    ['a window as text', { relative_window_seconds: '86400' }, '/relative_window_seconds'],
    ['a window of nothing', { relative_window_seconds: 0 }, '/relative_window_seconds'],
    ['a window of more than 1,100 days', { relative_window_seconds: 95_040_001 }, '/relative_window_seconds'],
    ['no window although relative', { relative_window_seconds: undefined }, '/relative_window_seconds'],
    ['a relative window although fixed', { time_intent: 'fixed', query: aQuestion() }, '/relative_window_seconds'],
    ['half a window', { query: { ...aQuestion(), to: undefined } }, '/query'],
    ['no such zone', { display_tz: 'Mars/Olympus' }, '/display_tz'],
    ['the zone of the server', { display_tz: 'Local' }, '/display_tz'],
  ])('answers 422 for %s and writes nothing', async (_name, change, pointer) => {
    const api = new TestApi();
    const { status, body } = await api.post(VIEWS, { body: aView(change) });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
    expect(api.plane.written()).toBe(0);
  });

  it('answers 400 for a relative window that no answer of its grain could hold', async () => {
    const query = { ...(aView()['query'] as object), shape: 'series', grain: 'hour' };
    const year = await new TestApi().post(VIEWS, { body: aView({ query, relative_window_seconds: 365 * 86_400 }) });
    expect(year.status).toBe(201);
    const api = new TestApi();
    const { status, body } = await api.post(VIEWS, { body: aView({ query, relative_window_seconds: 368 * 86_400 }) });
    expect([status, body['type']]).toEqual([400, 'window_too_large']);
    expect(api.plane.written()).toBe(0);
  });

  it('answers 400 for a well-formed question that does not fit its shape', async () => {
    const query = { ...(aView()['query'] as object), grain: 'day' };
    const { status, body } = await new TestApi().post(VIEWS, { body: aView({ query }) });
    expect([status, body['type']]).toEqual([400, 'invalid_query']);
  });

  it('points at the member of the question that names another scope than the path', async () => {
    const query = { ...(aView()['query'] as object), scope: { organization_id: OTHER_ORG, workspace_id: OTHER_WS } };
    const api = new TestApi();
    const { status, body } = await api.post(VIEWS, { body: aView({ query }) });
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
    expect(body['errors']).toMatchObject([
      { pointer: '/query/scope/organization_id' },
      { pointer: '/query/scope/workspace_id' },
    ]);
    expect(api.plane.written()).toBe(0);
  });

  it('points at the filter of a question that stands on another grain', async () => {
    const query = { ...(aView()['query'] as object), attempt_filter: { provider_id: 'one' } };
    const { status, body } = await new TestApi().post(VIEWS, { body: aView({ query }) });
    expect([status, body['errors']]).toMatchObject([422, [{ pointer: '/query/attempt_filter' }]]);
  });

  it('answers 403 to a caller that may enter the workspace but not read', async () => {
    const { status } = await new TestApi().post(VIEWS, { as: 'deployer', body: aView() });
    expect(status).toBe(403);
  });
});

describe('customer.saved_views.get', () => {
  it('shows a team view to everybody in the workspace and a personal one to its owner alone', async () => {
    const api = new TestApi();
    const team = (await api.post<One>(VIEWS, { body: aView() })).body.data;
    const personal = (await api.post<One>(VIEWS, { body: aView({ audience: 'personal' }) })).body.data;
    expect((await api.get<One>(viewAt(team.id), { as: 'narrow' })).body.data).toEqual(team);
    expect((await api.get(viewAt(personal.id), { as: 'narrow' })).status).toBe(404);
    expect((await api.get<One>(viewAt(personal.id))).body.data).toEqual(personal);
  });

  it.each([
    ['an id of nothing', missing.view],
    ['no id at all', 'nonsense'],
    ['a NUL', '%00'],
    ['a long text', 'x'.repeat(300)],
  ])('answers 404 for %s', async (_name, id) => {
    expect((await new TestApi().get(viewAt(id))).status).toBe(404);
  });
});

describe('customer.saved_views.list', () => {
  it('pages newest first with a cursor, and ends with an empty one', async () => {
    const api = new TestApi();
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      api.now = new Date(api.now.getTime() + 1_000);
      made.unshift((await api.post<One>(VIEWS, { body: aView({ name: `View ${index}` }) })).body.data.id);
    }
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor = '';
    do {
      const query: Record<string, string> = { limit: '2', ...(cursor !== '' && { cursor }) };
      const { body } = await api.get<Page>(VIEWS, { query });
      seen.push(...body.data.map((view) => view.id));
      sizes.push(body.data.length);
      cursor = body.next_cursor;
    } while (cursor !== '');
    expect(seen).toEqual(made);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it.each([
    ['limit 0', { limit: '0' }, '/limit'],
    ['limit 101', { limit: '101' }, '/limit'],
    ['a limit that is no number', { limit: '1e1' }, '/limit'],
    ['a forged cursor', { cursor: 'eyJhIjoxfQ.AAAA' }, '/cursor'],
    ['an unknown member', { page: '2' }, '/page'],
  ])('answers 422 for %s', async (_name, query, pointer) => {
    const { status, body } = await new TestApi().get(VIEWS, { query: query as unknown as Record<string, string> });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
  });

  it('refuses the cursor of another person', async () => {
    const api = new TestApi();
    for (const name of ['one', 'two']) await api.post(VIEWS, { body: aView({ name }) });
    const { body } = await api.get<Page>(VIEWS, { query: { limit: '1' } });
    const { status } = await api.get(VIEWS, { as: 'analyst', query: { cursor: body.next_cursor } });
    expect(status).toBe(422);
  });
});

describe('customer.saved_views.open', () => {
  it('asks the stored question now, under the opener’s own access', async () => {
    const api = new TestApi();
    const { data: view } = (await api.post<One>(VIEWS, { body: aView() })).body;
    api.now = new Date('2026-03-02T00:00:00.500Z');
    const { status, body } = await api.post<{ data: { query: unknown; view: unknown } }>(`${viewAt(view.id)}/open`, {
      as: 'narrow',
    });
    expect(status).toBe(200);
    expect(body.data.view).toEqual(view);
    expect(body.data.query).toEqual({
      ...view.query,
      from: '2026-03-01T00:00:00.500Z',
      to: '2026-03-02T00:00:00.500Z',
      display_tz: 'Europe/Berlin',
    });
    expect(api.asked[0]).toMatchObject({ query: body.data.query, scope: { subjectId: SUBJECTS.narrow } });
    expect(api.asked[0]?.scope.environmentIds).toHaveLength(2);
  });

  it('answers 403 when the view names what the opener may not read', async () => {
    const api = new TestApi();
    const query = { ...(aView()['query'] as object), scope: { application_ids: [APP_TWO] } };
    const { data: view } = (await api.post<One>(VIEWS, { body: aView({ query }) })).body;
    expect((await api.post(`${viewAt(view.id)}/open`, { as: 'narrow' })).status).toBe(403);
  });

  it.each([
    ['of a later contract', { filter_version: 2 }],
    ['with a shape that is gone', { query: { schema: 1, shape: 'pie', scope: {} } }],
    ['with a metric that is gone', { query: { ...(aView()['query'] as object), metrics: ['gone.v1'] } }],
  ])('answers 422 for a stored question %s, which get still shows', async (_name, change) => {
    const api = new TestApi();
    const { data: view } = (await api.post<One>(VIEWS, { body: aView() })).body;
    const old = { ...view, ...change };
    api.plane.views.set(view.id, old);
    const { status, body } = await api.post(`${viewAt(view.id)}/open`);
    expect([status, body['type']]).toEqual([422, 'validation_failed']);
    expect((await api.get<One>(viewAt(view.id))).body.data).toEqual(old);
  });

  it('takes an empty object for no body, and refuses any member', async () => {
    const api = new TestApi();
    const { data: view } = (await api.post<One>(VIEWS, { body: aView() })).body;
    expect((await api.post(`${viewAt(view.id)}/open`, { body: {} })).status).toBe(200);
    expect((await api.post(`${viewAt(view.id)}/open`, { body: { scope: {} } })).status).toBe(422);
  });
});

/** A view of the owner's, and how to ask for an edit of it. */
async function prepared(change: Record<string, unknown> = {}): Promise<{
  api: TestApi;
  view: SavedView;
  edit: (change?: Record<string, unknown>, as?: 'owner' | 'analyst' | 'narrow') => Promise<Answered<One>>;
}> {
  const api = new TestApi();
  const view = (await api.post<One>(VIEWS, { body: aView(change) })).body.data;
  api.now = new Date(api.now.getTime() + 60_000);
  return {
    api,
    view,
    edit: (edited = {}, as = 'owner') =>
      api.put<One>(viewAt(view.id), { as, body: { ...aView(change), expected_revision: '1', ...edited } }),
  };
}

describe('customer.saved_views.update', () => {
  it('replaces the whole document and moves the revision', async () => {
    const { view, edit, api } = await prepared();
    const query = { ...aQuestion(), metrics: ['tokens.v1'] };
    const written = { name: 'Tokens', audience: 'personal', query, time_intent: 'fixed', display_tz: 'UTC' };
    const { status, body } = await edit({ ...written, relative_window_seconds: undefined });
    expect([status, body.kind]).toEqual([200, 'saved-view']);
    const expected = { ...view, ...written, revision: '2', updated_at: '2026-03-01T12:01:00.000Z' };
    delete expected.relative_window_seconds;
    expect(body.data).toEqual(expected);
    expect((await api.get<One>(viewAt(view.id))).body.data).toEqual(body.data);
  });

  it('turns a fixed view into a relative one, stored without its window', async () => {
    const fixed = { query: aQuestion(), time_intent: 'fixed', relative_window_seconds: undefined };
    const { edit } = await prepared(fixed);
    const { body } = await edit({ time_intent: 'relative', relative_window_seconds: 3_600 });
    expect(body.data).toMatchObject({ time_intent: 'relative', relative_window_seconds: 3_600 });
    expect(Object.keys(body.data.query).sort()).toEqual(['metrics', 'schema', 'scope', 'shape']);
  });

  it('shows a view to the team from the moment it is the team’s, and no longer when it is personal again', async () => {
    const { api, view, edit } = await prepared({ audience: 'personal' });
    const seen = async () => {
      const list = await api.get<Page>(VIEWS, { as: 'narrow' });
      return [(await api.get(viewAt(view.id), { as: 'narrow' })).status, list.body.data.map(({ id }) => id)];
    };
    expect(await seen()).toEqual([404, []]);
    await edit({ audience: 'team' });
    expect(await seen()).toEqual([200, [view.id]]);
    await edit({ audience: 'personal', expected_revision: '2' });
    expect(await seen()).toEqual([404, []]);
  });

  it('answers 412 to whoever read an earlier revision, and changes nothing', async () => {
    const { api, view, edit } = await prepared();
    await edit({ name: 'First' });
    const { status, body } = await edit({ name: 'Second' });
    expect([status, (body as unknown as { type: string }).type]).toEqual([412, 'precondition_failed']);
    expect((await api.get<One>(viewAt(view.id))).body.data).toMatchObject({ name: 'First', revision: '2' });
  });

  it('answers 412 when the view moves, and 404 when it goes, while it is edited', async () => {
    const { api, view, edit } = await prepared();
    const update = api.plane.savedViews.update.bind(api.plane.savedViews);
    api.plane.savedViews.update = async (id, revision, content) => {
      await update(id, revision, { ...content, name: 'Faster' });
      return update(id, revision, content);
    };
    expect((await edit({ name: 'Slower' })).status).toBe(412);
    expect((await api.get<One>(viewAt(view.id))).body.data).toMatchObject({ name: 'Faster', revision: '2' });
    api.plane.savedViews.update = async (id) => {
      await api.plane.savedViews.delete(id);
      return undefined;
    };
    expect((await edit({ expected_revision: '2' })).status).toBe(404);
  });

  it('answers 403 to a reader of a team view, also where the revision is stale', async () => {
    const { edit } = await prepared();
    expect((await edit({}, 'analyst')).status).toBe(403);
    expect((await edit({ expected_revision: '9' }, 'narrow')).status).toBe(403);
  });

  it('answers 412 before a stateful 422, and 422 before anything is written', async () => {
    const { api, view, edit } = await prepared();
    expect((await edit({ display_tz: 'Mars/Olympus', expected_revision: '9' })).status).toBe(412);
    const { status, body } = await edit({ display_tz: 'Mars/Olympus' });
    expect([status, body]).toMatchObject([422, { errors: [{ pointer: '/display_tz' }] }]);
    expect((await api.get<One>(viewAt(view.id))).body.data).toEqual(view);
  });

  it.each([
    ['no revision', { expected_revision: undefined }, '/expected_revision'],
    ['a revision that is a number', { expected_revision: 1 }, '/expected_revision'],
    ['a part of the document', { name: undefined }, '/name'],
    ['a member that nobody writes', { owner: SUBJECTS.analyst }, '/owner'],
  ])('answers 422 for %s', async (_name, change, pointer) => {
    const { edit } = await prepared();
    expect(await edit(change)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it('mends a view that this build can no longer ask', async () => {
    const { api, view, edit } = await prepared();
    api.plane.views.set(view.id, { ...view, filter_version: 2, query: { schema: 1, shape: 'pie' } });
    expect((await api.post(`${viewAt(view.id)}/open`)).status).toBe(422);
    expect((await edit()).body.data).toMatchObject({ revision: '2', filter_version: 1 });
    expect((await api.post(`${viewAt(view.id)}/open`)).status).toBe(200);
  });
});

describe('customer.saved_views.delete', () => {
  it('says what was deleted and when; then there is no such view', async () => {
    const { api, view, edit } = await prepared();
    const { status, body } = await api.delete(viewAt(view.id));
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'saved-view-deletion',
      data: { saved_view_id: view.id, deleted_at: '2026-03-01T12:01:00.000Z' },
      request_id: body['request_id'],
    });
    expect((await api.get(viewAt(view.id))).status).toBe(404);
    expect((await api.post(`${viewAt(view.id)}/open`)).status).toBe(404);
    expect((await edit()).status).toBe(404);
    expect((await api.delete(viewAt(view.id))).status).toBe(404);
    expect((await api.get<Page>(VIEWS)).body.data).toEqual([]);
  });

  it('answers 403 to a reader of a team view, and 404 to one who cannot see it', async () => {
    const team = await prepared();
    expect((await team.api.delete(viewAt(team.view.id), { as: 'analyst' })).status).toBe(403);
    const personal = await prepared({ audience: 'personal' });
    expect((await personal.api.delete(viewAt(personal.view.id), { as: 'analyst' })).status).toBe(404);
    expect(personal.api.plane.views.size).toBe(1);
  });

  it('deletes a view that this build can no longer ask', async () => {
    const { api, view } = await prepared();
    api.plane.views.set(view.id, { ...view, filter_version: 2 });
    expect((await api.delete(viewAt(view.id))).status).toBe(200);
  });

  it('leaves the answers of its reports, which can no longer be run', async () => {
    const { api, view } = await prepared();
    const reports = `/organizations/${ORG}/workspaces/${WS}/reports`;
    const body = { name: 'Weekly', saved_view_id: view.id, expected_view_revision: '1', recipient_subject_ids: [] };
    const { data } = (
      await api.post<{ data: { report: { report_id: string }; run: { run_id: string } } }>(reports, { body })
    ).body;
    await api.delete(viewAt(view.id));
    const report = `/organizations/${ORG}/reports/${data.report.report_id}`;
    expect((await api.get(report)).status).toBe(200);
    expect((await api.get(`${report}/runs/${data.run.run_id}`)).status).toBe(200);
    expect((await api.post(`${report}/runs`)).status).toBe(404);
    expect((await api.post(reports, { body: { ...body, name: 'Another' } })).status).toBe(404);
  });
});

describe('a view of rows', () => {
  it.each([
    ['drilldown', { drilldown: 'request' }],
    ['markers', {}],
  ])('of the shape %s is kept and opened, and cannot be reported', async (shape, members) => {
    const query = { schema: 1, shape, scope: {}, ...members };
    const { api, view } = await prepared({ query });
    expect((await api.post(`${viewAt(view.id)}/open`)).status).toBe(200);
    const { status, body } = await api.post(`/organizations/${ORG}/workspaces/${WS}/reports`, {
      body: { name: 'Rows', saved_view_id: view.id, expected_view_revision: '1', recipient_subject_ids: [] },
    });
    expect([status, body['errors']]).toMatchObject([422, [{ pointer: '/saved_view_id' }]]);
    expect(api.plane.reportRows.size).toBe(0);
  });
});
