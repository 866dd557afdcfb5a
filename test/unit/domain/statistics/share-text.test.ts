import { expect, it } from 'vitest';
import { shareText } from '../../../../domain/statistics/share-text.ts';

it.each([
  [0, '0'],
  [-0, '0'],
  [1, '1'],
  [-1, '-1'],
  [0.05, '0.05'],
  [2 / 3, '0.666667'],
  [-2 / 3, '-0.666667'],
  [0.000001, '0.000001'],
  [0.0000004, '0'],
  [-0.0000004, '0'],
])('a share of %d is written %s', (share, text) => {
  expect(shareText(share)).toBe(text);
});
