import { expect, it } from 'vitest';
import { firstTexts } from '../../../../../domain/kernel/text/first-texts.ts';

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
  expect(firstTexts(texts, 2)).toEqual(expected);
});
