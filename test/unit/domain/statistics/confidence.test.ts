import { describe, expect, it } from 'vitest';
import { CONFIDENCE_LEVELS, errorProbability, NORMAL_QUANTILES } from '../../../../domain/statistics/confidence.ts';

/** The share of the standard normal distribution below `quantile`, by Simpson's rule from 0. */
function normalShare(quantile: number): number {
  const steps = 2_000;
  const width = quantile / steps;
  const density = (at: number): number => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI);
  let sum = density(0) + density(quantile);
  for (let step = 1; step < steps; step += 1) sum += density(step * width) * (step % 2 === 1 ? 4 : 2);
  return 0.5 + (sum * width) / 3;
}

describe('each confidence', () => {
  it.each(CONFIDENCE_LEVELS)('%s has the quantiles of the normal distribution', (confidence) => {
    const { oneSided, twoSided } = NORMAL_QUANTILES[confidence];
    expect(normalShare(oneSided)).toBeCloseTo(Number(confidence), 13);
    expect(2 * normalShare(twoSided) - 1).toBeCloseTo(Number(confidence), 13);
  });

  it('has exactly its error', () => {
    expect(CONFIDENCE_LEVELS.map(errorProbability)).toEqual(
      [200n, 100n, 50n, 25n, 10n].map((numerator) => ({ numerator, denominator: 1_000n })),
    );
  });
});
