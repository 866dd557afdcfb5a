import { describe, expect, it } from 'vitest';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { makeAnswer, makeQuestion, makeView } from '../../../testing/api/answers.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const { schema, scope, from, to } = makeQuestion();
const ROWS = { schema, scope, from, to, shape: 'drilldown', drilldown: 'request' } as InsightQuery;

describe('the cursor of a page of rows', () => {
  it('is in the envelope only if more rows follow', async () => {
    const api = new TestApi();
    api.nextCursor = 'next.one';
    await api.client().insights.query(ROWS);
    expect(api.answered.at(-1)?.body).toMatchObject({ next_cursor: 'next.one' });
    api.nextCursor = undefined;
    await api.client().insights.query(ROWS);
    expect(api.answered.at(-1)?.body).not.toHaveProperty('next_cursor');
  });

  it('leads from page to page under the read context of the first page', async () => {
    const api = new TestApi();
    const cursors: (string | undefined)[] = [];
    api.nextCursor = 'next.one';
    for await (const { nextCursor } of api.client().insights.pages(ROWS)) {
      cursors.push(nextCursor);
      api.nextCursor = cursors.length === 1 ? 'next.two' : undefined;
    }
    expect(cursors).toEqual(['next.one', 'next.two', undefined]);
    const { read_context } = makeAnswer();
    expect(api.asked.map(({ query }) => [query.cursor, query.read_context])).toEqual([
      [undefined, undefined],
      ['next.one', read_context],
      ['next.two', read_context],
    ]);
  });

  it('may be as long as the three ids of its row require', async () => {
    const api = new TestApi();
    const cursor = 'c'.repeat(4_500);
    await api.client().insights.query({ ...ROWS, read_context: makeAnswer().read_context, cursor });
    expect(api.asked[0]?.query.cursor).toBe(cursor);
  });

  it('works with an opened view, and continues its question', async () => {
    const api = new TestApi();
    const { savedViews } = api.client();
    const query = { schema: 1, shape: 'drilldown', drilldown: 'request', scope: {} };
    const { data: view } = await savedViews.create(makeView({ query }));
    api.nextCursor = 'next.one';
    const opened = await savedViews.open(view.id);
    expect(opened.nextCursor).toBe('next.one');
    expect(opened.data.query).toEqual(api.asked[0]?.query);
  });
});
