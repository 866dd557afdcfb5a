import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../../contracts/views/saved-view.ts';
import { makeQuestion, makeView, MISSING_IDS } from '../../../testing/api/answers.ts';
import {
  SECOND_APPLICATION_ID,
  ORGANIZATION_ID,
  OTHER_ORGANIZATION_ID,
  OTHER_WORKSPACE_ID,
  SUBJECTS,
  WORKSPACE_ID,
} from '../../../testing/api/demo-ids.ts';
import { toRefusal } from '../../../testing/api/to-refusal.ts';
import { type ApiAnswer, TestApi } from '../../../testing/api/test-api.ts';

const VIEWS = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;
const viewAt = (id: string): string => `/organizations/${ORGANIZATION_ID}/saved-views/${id}`;

async function save(api: TestApi, change: Record<string, unknown> = {}): Promise<SavedView> {
  return (await api.client().savedViews.create(makeView(change))).data;
}

describe('customer.saved_views.create', () => {
  it('answers 201 with the view, and stores a relative question without its window', async () => {
    const { data } = await new TestApi().client('analyst').savedViews.create(makeView({ query: makeQuestion() }));
    expect(data).toMatchObject({
      organization_id: ORGANIZATION_ID,
      workspace_id: WORKSPACE_ID,
      owner: SUBJECTS.analyst,
      revision: '1',
      filter_version: 1,
      time_intent: 'relative',
      relative_window_seconds: 86_400,
      created_at: '2026-03-01T12:00:00.000Z',
    });
    expect(Object.keys(data.query).sort()).toEqual(['metrics', 'schema', 'scope', 'shape']);
  });

  it('stores a fixed question with its window unchanged', async () => {
    const query = makeQuestion();
    const fixed = { query, time_intent: 'fixed', relative_window_seconds: undefined };
    expect((await save(new TestApi(), fixed)).query).toEqual(query);
  });

  it('stores the group filter and the day zone of figures, and uses them when the view is opened', async () => {
    const api = new TestApi();
    const bucketed = { shape: 'series', grain: 'day', bucket_tz: 'America/Havana' };
    const series = await save(api, { query: { ...makeView().query, ...bucketed } });
    expect(series.query).toMatchObject(bucketed);
    const top = { shape: 'facets', facets: ['route'], top_values: 5 };
    expect((await save(api, { query: { ...makeView().query, ...top } })).query).toMatchObject(top);
    const group_filter = { team: { values: ['support'], unnamed: true }, outcome: { values: ['failed'] } };
    const { id, query } = await save(api, { query: { ...makeView().query, group_filter } });
    expect(query['group_filter']).toEqual(group_filter);
    const { data } = await api.client().savedViews.open(id);
    expect(data.query.group_filter).toEqual(group_filter);
  });

  it.each([
    ['no name', { name: '' }, '/name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, '/name'],
    ['a control character in the name', { name: 'a\nb' }, '/name'],
    ['an unknown audience', { audience: 'public' }, '/audience'],
    ['an unknown member', { colour: 'red' }, '/colour'],
    ['an unknown member in the question', { query: { ...makeQuestion(), colour: 'red' } }, '/query/colour'],
    ['a read context in the question', { query: { ...makeQuestion(), read_context: {} } }, '/query/read_context'],
    ['a window as text', { relative_window_seconds: '86400' }, '/relative_window_seconds'],
    ['a window without length', { relative_window_seconds: 0 }, '/relative_window_seconds'],
    ['a window of more than 1,100 days', { relative_window_seconds: 95_040_001 }, '/relative_window_seconds'],
    ['no window although relative', { relative_window_seconds: undefined }, '/relative_window_seconds'],
    ['a relative window although fixed', { time_intent: 'fixed', query: makeQuestion() }, '/relative_window_seconds'],
    ['half a window', { query: { ...makeQuestion(), to: undefined } }, '/query'],
    ['no such zone', { display_tz: 'Mars/Olympus' }, '/display_tz'],
    ['the zone of the server', { display_tz: 'Local' }, '/display_tz'],
  ])('answers 422 for %s and writes nothing', async (_name, change, pointer) => {
    const api = new TestApi();
    const { status, body } = await api.post(VIEWS, { body: makeView(change) });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
    expect(api.plane.written()).toBe(0);
  });

  it('answers 400 for a relative window that no answer of its grain could contain', async () => {
    const query = { ...makeView().query, shape: 'series', grain: 'hour' };
    const year = await save(new TestApi(), { query, relative_window_seconds: 365 * 86_400 });
    expect(year.relative_window_seconds).toBe(365 * 86_400);
    const api = new TestApi();
    const problem = await toRefusal(save(api, { query, relative_window_seconds: 368 * 86_400 }));
    expect(problem).toMatchObject({ status: 400, type: 'window_too_large' });
    expect(api.plane.written()).toBe(0);
  });

  it('answers 400 for a well-formed question that does not fit its shape', async () => {
    const problem = await toRefusal(save(new TestApi(), { query: { ...makeView().query, grain: 'day' } }));
    expect(problem).toMatchObject({ status: 400, type: 'invalid_query' });
  });

  it('points at the member of the question that names another scope than the path', async () => {
    const query = {
      ...makeView().query,
      scope: { organization_id: OTHER_ORGANIZATION_ID, workspace_id: OTHER_WORKSPACE_ID },
    };
    const api = new TestApi();
    const problem = await toRefusal(save(api, { query }));
    expect(problem).toMatchObject({ status: 422, type: 'validation_failed' });
    expect(problem.errors).toMatchObject([
      { pointer: '/query/scope/organization_id' },
      { pointer: '/query/scope/workspace_id' },
    ]);
    expect(api.plane.written()).toBe(0);
  });

  it('points at the filter of a question with another grain', async () => {
    const query = { ...makeView().query, attempt_filter: { provider_id: 'one' } };
    const problem = await toRefusal(save(new TestApi(), { query }));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/query/attempt_filter' }] });
  });

  it('answers 403 to a caller who may enter the workspace but not read', async () => {
    const { status } = await toRefusal(new TestApi().client('deployer').savedViews.create(makeView()));
    expect(status).toBe(403);
  });
});

describe('customer.saved_views.get', () => {
  it('shows a team view to everyone in the workspace, and a personal view only to its owner', async () => {
    const api = new TestApi();
    const team = await save(api);
    const personal = await save(api, { audience: 'personal' });
    const other = api.client('narrow').savedViews;
    expect((await other.get(team.id)).data).toEqual(team);
    expect((await toRefusal(other.get(personal.id))).status).toBe(404);
    expect((await api.client().savedViews.get(personal.id)).data).toEqual(personal);
  });

  it.each([
    ['an unknown id', MISSING_IDS.view],
    ['an invalid id', 'nonsense'],
    ['a NUL', '\0'],
    ['a long text', 'x'.repeat(300)],
  ])('answers 404 for %s', async (_name, id) => {
    expect((await toRefusal(new TestApi().client().savedViews.get(id))).status).toBe(404);
  });
});

describe('customer.saved_views.list', () => {
  it('pages newest first with a cursor, and ends with an empty cursor', async () => {
    const api = new TestApi();
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      api.now = new Date(api.now.getTime() + 1_000);
      made.unshift((await save(api, { name: `View ${index}` })).id);
    }
    const before = api.answered.length;
    const seen: string[] = [];
    for await (const view of api.client().savedViews.list({ limit: 2 })) seen.push(view.id);
    expect(seen).toEqual(made);
    const pages = api.answered.slice(before).map(({ body }) => body);
    expect(pages.map(({ data }) => (data as SavedView[]).length)).toEqual([2, 2, 1]);
    expect(pages.map((page) => page['next_cursor'] === '')).toEqual([false, false, true]);
  });

  it.each([
    ['limit 0', { limit: '0' }, '/limit'],
    ['limit 101', { limit: '101' }, '/limit'],
    ['a limit that is not a number', { limit: '1e1' }, '/limit'],
    ['a forged cursor', { cursor: 'eyJhIjoxfQ.AAAA' }, '/cursor'],
    ['an unknown member', { page: '2' }, '/page'],
  ])('answers 422 for %s', async (_name, query, pointer) => {
    const { status, body } = await new TestApi().get(VIEWS, { query: query as unknown as Record<string, string> });
    expect(status).toBe(422);
    expect(body['errors']).toMatchObject([{ pointer }]);
  });

  it('refuses the cursor of another person', async () => {
    const api = new TestApi();
    for (const name of ['one', 'two']) await save(api, { name });
    const { nextCursor: cursor } = await api.client().savedViews.list({ limit: 1 }).page();
    expect((await toRefusal(api.client('analyst').savedViews.list({ cursor }).page())).status).toBe(422);
  });
});

describe('customer.saved_views.open', () => {
  it('asks the stored question now, under the opener’s own access', async () => {
    const api = new TestApi();
    const view = await save(api);
    api.now = new Date('2026-03-02T00:00:00.500Z');
    const { data } = await api.client('narrow').savedViews.open(view.id);
    expect(data.view).toEqual(view);
    expect(data.query).toEqual({
      ...view.query,
      from: '2026-03-01T00:00:00.500Z',
      to: '2026-03-02T00:00:00.500Z',
      display_tz: 'Europe/Berlin',
    });
    expect(api.asked[0]).toMatchObject({ query: data.query, scope: { subjectId: SUBJECTS.narrow } });
    expect(api.asked[0]?.scope.environmentIds).toHaveLength(2);
  });

  it('answers 403 if the view names resources that the opener may not read', async () => {
    const api = new TestApi();
    const view = await save(api, {
      query: { ...makeView().query, scope: { application_ids: [SECOND_APPLICATION_ID] } },
    });
    expect((await toRefusal(api.client('narrow').savedViews.open(view.id))).status).toBe(403);
  });

  it.each([
    ['of a later contract', { filter_version: 2 }],
    ['with a removed shape', { query: { schema: 1, shape: 'pie', scope: {} } }],
    ['with a removed metric', { query: { ...makeView().query, metrics: ['gone.v1'] } }],
  ])('answers 422 for a stored question %s, which get still shows', async (_name, change) => {
    const api = new TestApi();
    const view = await save(api);
    const old = { ...view, ...change };
    api.plane.views.set(view.id, old);
    const { savedViews } = api.client();
    expect(await toRefusal(savedViews.open(view.id))).toMatchObject({ status: 422, type: 'validation_failed' });
    expect((await savedViews.get(view.id)).data).toEqual(old);
  });

  it.each([
    ['takes no body', undefined, 200],
    ['takes an empty object for it', '{}', 200],
    ['refuses any member', '{"scope":{}}', 422],
    ['refuses null', 'null', 422],
    ['refuses a list', '[]', 422],
  ])('%s', async (_does, body, status) => {
    const api = new TestApi();
    const view = await save(api);
    expect((await api.post(`${viewAt(view.id)}/open`, { body })).status).toBe(status);
  });
});

/**
 * Creates a view of the owner, and functions that request an edit: a well-formed edit through the client, any other by
 * raw HTTP.
 */
async function prepared(change: Record<string, unknown> = {}): Promise<{
  api: TestApi;
  view: SavedView;
  edit: (change?: Record<string, unknown>, as?: 'owner' | 'analyst' | 'narrow') => Promise<SavedView>;
  editRaw: (change: Record<string, unknown>) => Promise<ApiAnswer>;
}> {
  const api = new TestApi();
  const view = await save(api, change);
  api.now = new Date(api.now.getTime() + 60_000);
  const body = (edited: Record<string, unknown>) => ({ ...makeView(change), expected_revision: '1', ...edited });
  return {
    api,
    view,
    edit: async (edited = {}, as = 'owner') => (await api.client(as).savedViews.update(view.id, body(edited))).data,
    editRaw: (edited) => api.put(viewAt(view.id), { body: body(edited) }),
  };
}

describe('customer.saved_views.update', () => {
  it('replaces the complete document and increments the revision', async () => {
    const { view, edit, api } = await prepared();
    const query = { ...makeQuestion(), metrics: ['tokens.v1'] };
    const written = { name: 'Tokens', audience: 'personal', query, time_intent: 'fixed', display_tz: 'UTC' };
    const edited = await edit({ ...written, relative_window_seconds: undefined });
    const moved = { revision: '2', question_revision: '2', updated_at: '2026-03-01T12:01:00.000Z' };
    const expected = { ...view, ...written, ...moved };
    delete expected.relative_window_seconds;
    expect(edited).toEqual({ ...expected, dependents: { reports: [], truncated: false } });
    expect((await api.client().savedViews.get(view.id)).data).toEqual(expected);
  });

  it('turns a fixed view into a relative one, stored without its window', async () => {
    const fixed = { query: makeQuestion(), time_intent: 'fixed', relative_window_seconds: undefined };
    const { edit } = await prepared(fixed);
    const edited = await edit({ time_intent: 'relative', relative_window_seconds: 3_600 });
    expect(edited).toMatchObject({ time_intent: 'relative', relative_window_seconds: 3_600 });
    expect(Object.keys(edited.query).sort()).toEqual(['metrics', 'schema', 'scope', 'shape']);
  });

  it('shows a view to the team while it is a team view, and no longer when it is personal again', async () => {
    const { api, view, edit } = await prepared({ audience: 'personal' });
    const { savedViews } = api.client('narrow');
    const seen = async () => [
      await savedViews.get(view.id).then(
        () => 200,
        () => api.answered.at(-1)?.status,
      ),
      (await savedViews.list().page()).items.map(({ id }) => id),
    ];
    expect(await seen()).toEqual([404, []]);
    await edit({ audience: 'team' });
    expect(await seen()).toEqual([200, [view.id]]);
    await edit({ audience: 'personal', expected_revision: '2' });
    expect(await seen()).toEqual([404, []]);
  });

  it('answers 412 to an edit of an earlier revision, and changes nothing', async () => {
    const { api, view, edit } = await prepared();
    await edit({ name: 'First' });
    expect(await toRefusal(edit({ name: 'Second' }))).toMatchObject({ status: 412, type: 'precondition_failed' });
    expect((await api.client().savedViews.get(view.id)).data).toMatchObject({ name: 'First', revision: '2' });
  });

  it('answers 412 if the view changes during the edit, and 404 if it is deleted', async () => {
    const { api, view, edit } = await prepared();
    const update = api.plane.savedViews.update.bind(api.plane.savedViews);
    api.plane.savedViews.update = async (id, revision, content) => {
      await update(id, revision, { ...content, name: 'Faster' });
      return update(id, revision, content);
    };
    expect((await toRefusal(edit({ name: 'Slower' }))).status).toBe(412);
    expect((await api.client().savedViews.get(view.id)).data).toMatchObject({ name: 'Faster', revision: '2' });
    api.plane.savedViews.update = async (id) => {
      await api.plane.savedViews.delete(id);
      return undefined;
    };
    expect((await toRefusal(edit({ expected_revision: '2' }))).status).toBe(404);
  });

  it('answers 403 to a reader of a team view, even if the revision is old', async () => {
    const { edit } = await prepared();
    expect((await toRefusal(edit({}, 'analyst'))).status).toBe(403);
    expect((await toRefusal(edit({ expected_revision: '9' }, 'narrow'))).status).toBe(403);
  });

  it('answers 412 before a stateful 422, and 422 before anything is written', async () => {
    const { api, view, edit } = await prepared();
    const both = { display_tz: 'Mars/Olympus', expected_revision: '9' };
    expect((await toRefusal(edit(both))).status).toBe(412);
    expect(await toRefusal(edit({ display_tz: 'Mars/Olympus' }))).toMatchObject({
      status: 422,
      errors: [{ pointer: '/display_tz' }],
    });
    expect((await api.client().savedViews.get(view.id)).data).toEqual(view);
  });

  it.each([
    ['no revision', { expected_revision: undefined }, '/expected_revision'],
    ['a revision that is a number', { expected_revision: 1 }, '/expected_revision'],
    ['a part of the document', { name: undefined }, '/name'],
    ['an additional member', { owner: SUBJECTS.analyst }, '/owner'],
  ])('answers 422 for %s', async (_name, change, pointer) => {
    const { editRaw } = await prepared();
    expect(await editRaw(change)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it('repairs a view that this build no longer supports', async () => {
    const { api, view, edit } = await prepared();
    api.plane.views.set(view.id, { ...view, filter_version: 2, query: { schema: 1, shape: 'pie' } });
    const { savedViews } = api.client();
    expect((await toRefusal(savedViews.open(view.id))).status).toBe(422);
    expect(await edit()).toMatchObject({ revision: '2', filter_version: 1 });
    expect((await savedViews.open(view.id)).data.view.revision).toBe('2');
  });
});

describe('customer.saved_views.delete', () => {
  it('returns the deleted view and the time; then the view does not exist', async () => {
    const { api, view, edit } = await prepared();
    const { savedViews } = api.client();
    expect((await savedViews.delete(view.id)).data).toEqual({
      saved_view_id: view.id,
      deleted_at: '2026-03-01T12:01:00.000Z',
      dependents: { reports: [], truncated: false },
    });
    for (const call of [savedViews.get(view.id), savedViews.open(view.id), edit(), savedViews.delete(view.id)]) {
      expect((await toRefusal(call)).status).toBe(404);
    }
    expect((await savedViews.list().page()).items).toEqual([]);
  });

  it('answers 403 to a reader of a team view, and 404 to a caller who cannot see it', async () => {
    const team = await prepared();
    expect((await toRefusal(team.api.client('analyst').savedViews.delete(team.view.id))).status).toBe(403);
    const personal = await prepared({ audience: 'personal' });
    expect((await toRefusal(personal.api.client('analyst').savedViews.delete(personal.view.id))).status).toBe(404);
    expect(personal.api.plane.views.size).toBe(1);
  });

  it('deletes a view that this build no longer supports', async () => {
    const { api, view } = await prepared();
    api.plane.views.set(view.id, { ...view, filter_version: 2 });
    expect((await api.client().savedViews.delete(view.id)).data.saved_view_id).toBe(view.id);
  });

  it('keeps the answers of its reports, which can no longer run', async () => {
    const { api, view } = await prepared();
    const { reports, savedViews } = api.client();
    const body = { name: 'Weekly', saved_view_id: view.id, expected_view_revision: '1', recipient_subject_ids: [] };
    const { report, run } = (await reports.create(body)).data;
    await savedViews.delete(view.id);
    expect((await reports.get(report.report_id)).data).toEqual(report);
    expect((await reports.runs.get(report.report_id, run.run_id)).data.run_id).toBe(run.run_id);
    expect((await toRefusal(reports.runs.create(report.report_id))).status).toBe(404);
    expect((await toRefusal(reports.create({ ...body, name: 'Another' }))).status).toBe(404);
  });
});

describe('a view of rows', () => {
  it.each([
    ['drilldown', { drilldown: 'request' }],
    ['markers', {}],
  ])('of the shape %s can be stored and opened, and cannot be reported', async (shape, members) => {
    const query = { schema: 1, shape, scope: {}, ...members };
    const { api, view } = await prepared({ query });
    const { reports, savedViews } = api.client();
    expect((await savedViews.open(view.id)).data.query).toMatchObject(query);
    const body = { name: 'Rows', saved_view_id: view.id, expected_view_revision: '1', recipient_subject_ids: [] };
    const problem = await toRefusal(reports.create(body));
    expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/saved_view_id' }] });
    expect(api.plane.reportRows.size).toBe(0);
  });
});
