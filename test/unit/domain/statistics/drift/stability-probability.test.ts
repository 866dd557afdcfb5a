import { expect, it } from 'vitest';
import { populationStability } from '../../../../../domain/statistics/drift/population-stability.ts';
import { stabilityProbability } from '../../../../../domain/statistics/drift/stability-probability.ts';

it.each([0.01, 0.05, 0.3])('an index at its critical value has the level %d as its p-value', (alpha) => {
  const stability = populationStability([16, 18, 16, 14, 12, 12], [16, 16, 16, 16, 16, 8], alpha);
  if (stability.state === 'refused') throw new Error('unreachable');
  expect(stabilityProbability({ ...stability, psi: stability.critical })).toBeCloseTo(alpha, 9);
});

// Counts of evidently (Apache-2.0), tests/stattests/test_stattests.py: no drift at any usual level.
it('the p-value of equal shares is 1', () => {
  expect(stabilityProbability({ psi: 0, bins: 6, referenceRows: 88, currentRows: 88 })).toBe(1);
});
