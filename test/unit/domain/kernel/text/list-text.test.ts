import { expect, it } from 'vitest';
import { listText, shortListText } from '../../../../../domain/kernel/text/list-text.ts';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is a list in a sentence', (names, text) => {
  expect(listText(names)).toBe(text);
});

it.each([
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c, d and e'],
  [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e and 2 more'],
])('%j is a list of at most five names', (names, text) => {
  expect(shortListText(names)).toBe(text);
});
