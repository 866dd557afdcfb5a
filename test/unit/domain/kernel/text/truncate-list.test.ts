import { expect, it } from 'vitest';
import { truncateList } from '../../../../../domain/kernel/text/truncate-list.ts';

it.each([
  [[], []],
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'and 2 more'],
  ],
])('%j is written as %j', (texts, expected) => {
  expect(truncateList(texts, 2)).toEqual(expected);
});
