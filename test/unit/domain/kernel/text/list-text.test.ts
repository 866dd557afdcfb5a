import { expect, it } from 'vitest';
import { listText } from '../../../../../domain/kernel/text/list-text.ts';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j is a list in a sentence', (names, text) => {
  expect(listText(names)).toBe(text);
});
