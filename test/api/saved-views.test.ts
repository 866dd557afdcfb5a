import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../contracts/saved-view.ts';
import { aQuestion, aView, missing } from '../support/api/answers.ts';
import { APP_TWO, ORG, SUBJECTS, WS } from '../support/api/demo-ids.ts';
import { TestApi } from '../support/api/test-api.ts';

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

  it('answers 400 for a well-formed question that does not fit its shape', async () => {
    const query = { ...(aView()['query'] as object), grain: 'day' };
    const { status, body } = await new TestApi().post(VIEWS, { body: aView({ query }) });
    expect([status, body['type']]).toEqual([400, 'invalid_query']);
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
