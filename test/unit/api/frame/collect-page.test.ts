import { describe, expect, it } from 'vitest';
import { collectPage } from '../../../../api/frame/paging/collect-page.ts';

interface Row {
  readonly place: number;
  readonly hidden: boolean;
}

/** A page of `count` rows, of which those from 1 to `hidden` are hidden, and the number of rows of each query. */
async function page(input: { count: number; hidden: number; limit: number; after?: number }) {
  const rows: Row[] = Array.from({ length: input.count }, (_, index) => ({
    place: index + 1,
    hidden: index + 1 <= input.hidden,
  }));
  const looks: number[] = [];
  const { items, next } = await collectPage({
    limit: input.limit,
    after: input.after === undefined ? undefined : keyOf(input.after),
    load: (after, count) => {
      looks.push(count);
      const from = Number(after?.id ?? 0);
      return Promise.resolve(rows.slice(from, from + count));
    },
    visible: (some) => Promise.resolve(some.filter(({ hidden }) => !hidden)),
    keyOf: ({ place: index }) => keyOf(index),
  });
  return { places: items.map(({ place: index }) => index), next: next?.id, looks };
}

const keyOf = (index: number) => ({ createdAt: '2026-03-01T00:00:00.000Z', id: String(index) });

describe('a page of the rows that a caller may see', () => {
  it.each([
    ['fits in one look', { count: 3, hidden: 0, limit: 3 }, { places: [1, 2, 3], next: undefined, looks: [4] }],
    [
      'states the beginning of the next page',
      { count: 3, hidden: 0, limit: 2 },
      { places: [1, 2], next: '2', looks: [3] },
    ],
    [
      'continues after its cursor',
      { count: 3, hidden: 0, limit: 2, after: 2 },
      { places: [3], next: undefined, looks: [3] },
    ],
    ['is empty if all rows are hidden', { count: 2, hidden: 2, limit: 5 }, { places: [], next: undefined, looks: [6] }],
    [
      'skips thousands of hidden rows in few queries, with any limit',
      { count: 1_203, hidden: 1_200, limit: 1 },
      { places: [1_201], next: '1201', looks: [2, 500, 500, 500] },
    ],
    [
      'ends if the visible rows after hidden ones are the last',
      { count: 602, hidden: 600, limit: 2 },
      { places: [601, 602], next: undefined, looks: [3, 500, 500] },
    ],
  ])('%s', async (_name, input, expected) => {
    expect(await page(input)).toEqual(expected);
  });
});
