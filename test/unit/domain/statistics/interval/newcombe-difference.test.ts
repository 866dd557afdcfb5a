import { expect, it } from 'vitest';
import { newcombeDifference } from '../../../../../domain/statistics/interval/newcombe-difference.ts';

// Newcombe 1998, Statistics in Medicine 17:873, table II, method 10.
it.each([
  [{ k: 56, n: 70 }, { k: 48, n: 80 }, '0.0524', '0.3339'],
  [{ k: 9, n: 10 }, { k: 3, n: 10 }, '0.1705', '0.8090'],
  [{ k: 10, n: 10 }, { k: 0, n: 10 }, '0.6075', '1.0000'],
])('a difference of independent proportions has the published bounds', (one, other, low, high) => {
  const interval = newcombeDifference(one, other, 0.95);
  expect([interval.low.toFixed(4), interval.high.toFixed(4)]).toEqual([low, high]);
});

it('the difference of exchanged proportions has the opposite bounds', () => {
  const { low, high } = newcombeDifference({ k: 9, n: 10 }, { k: 3, n: 20 }, 0.9);
  const exchanged = newcombeDifference({ k: 3, n: 20 }, { k: 9, n: 10 }, 0.9);
  expect([exchanged.low, exchanged.high]).toEqual([expect.closeTo(-high, 12), expect.closeTo(-low, 12)]);
});
