import { describe, expect, it } from 'vitest';
import type { SavedView } from '../../contracts/saved-view.ts';
import { anAnswer, aQuestion, aView } from '../support/api/answers.ts';
import { ORG, WS } from '../support/api/demo-ids.ts';
import { TestApi } from '../support/api/test-api.ts';

const QUERY = `/organizations/${ORG}/workspaces/${WS}/insights/query`;
const { schema, scope, from, to } = aQuestion();
const ROWS = { schema, scope, from, to, shape: 'drilldown', drilldown: 'request' };

describe('the cursor of a page of rows', () => {
  it('stands in the envelope where more rows follow, and nowhere else', async () => {
    const api = new TestApi();
    api.nextCursor = 'next.one';
    expect((await api.post(QUERY, { body: ROWS })).body).toMatchObject({ next_cursor: 'next.one' });
    api.nextCursor = undefined;
    expect((await api.post(QUERY, { body: ROWS })).body).not.toHaveProperty('next_cursor');
  });

  it('may be as long as three ids of its row make it', async () => {
    const api = new TestApi();
    const cursor = 'c'.repeat(4_500);
    const body = { ...ROWS, read_context: anAnswer().read_context, cursor };
    expect((await api.post(QUERY, { body })).status).toBe(200);
    expect(api.asked[0]?.query.cursor).toBe(cursor);
  });

  it('stands beside an opened view, whose question it goes on with', async () => {
    const api = new TestApi();
    const query = { schema: 1, shape: 'drilldown', drilldown: 'request', scope: {} };
    const created = await api.post<{ data: SavedView }>(`/organizations/${ORG}/workspaces/${WS}/saved-views`, {
      body: aView({ query }),
    });
    api.nextCursor = 'next.one';
    const path = `/organizations/${ORG}/saved-views/${created.body.data.id}/open`;
    const opened = await api.post<{ next_cursor?: string; data: { query: object } }>(path);
    expect(opened.body.next_cursor).toBe('next.one');
    expect(opened.body.data.query).toEqual(api.asked[0]?.query);
  });
});
