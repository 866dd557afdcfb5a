import { describe, expect, it } from 'vitest';
import { mcnemarBetterPValue, mcnemarDifferencePValue } from '../../../../../domain/statistics/exact-mcnemar.ts';
import { logUniformMixtureE, uniformMixtureE } from '../../../../../domain/statistics/sequential/uniform-mixture-e.ts';

const exactP = (discordant: number, wins: number): number => {
  const table = { onlyBaseline: discordant - wins, onlyCandidate: wins };
  const { numerator, denominator } = mcnemarDifferencePValue(table);
  return Number((numerator * 10n ** 12n) / denominator) / 1e12;
};

describe('the uniform-mixture e-process', () => {
  it.each([
    [20, 15, 3.2206],
    [20, 16, 10.30592],
    [20, 17, 43.80017],
    [100, 60, 0.91305],
    [100, 65, 11.46139],
  ])('of %i pairs with %i wins has the recomputed value', (pairs, wins, e) => {
    expect(uniformMixtureE(pairs, wins)).toBeCloseTo(e, 5);
    expect(uniformMixtureE(pairs, pairs - wins)).toBeCloseTo(e, 5);
  });

  it('does not declare 16 of 20 at 0.05, and does declare 17', () => {
    expect(uniformMixtureE(20, 16).toFixed(3)).toBe('10.306');
    expect(uniformMixtureE(20, 17).toFixed(3)).toBe('43.800');
    expect(uniformMixtureE(20, 16)).toBeLessThan(1 / 0.05);
    expect(uniformMixtureE(20, 17)).toBeGreaterThan(1 / 0.05);
  });

  it('is stricter than the test of a fixed number of pairs, which peeking breaks (recomputed p-values)', () => {
    expect(exactP(20, 16)).toBeCloseTo(0.0118179, 7);
    expect(exactP(20, 15)).toBeCloseTo(0.0413895, 7);
    expect(exactP(100, 65)).toBeCloseTo(0.0035176, 7);
    for (const [pairs, wins] of [
      [20, 16],
      [20, 15],
      [100, 65],
    ] as const) {
      expect(1 / uniformMixtureE(pairs, wins)).toBeGreaterThan(0.05);
    }
    expect(mcnemarBetterPValue({ onlyBaseline: 4, onlyCandidate: 16 }).numerator).toBe(6_196n);
  });

  it('is 1 before the first pair and after one', () => {
    expect(uniformMixtureE(0, 0)).toBeCloseTo(1, 14);
    expect(uniformMixtureE(1, 0)).toBeCloseTo(1, 14);
    expect(uniformMixtureE(1, 1)).toBeCloseTo(1, 14);
  });

  it('has the mean 1 after any number of pairs, if both arms win equally often', () => {
    for (const pairs of [1, 2, 5, 30]) {
      let mean = 0;
      let ways = 1;
      for (let wins = 0; wins <= pairs; wins += 1) {
        mean += (ways * uniformMixtureE(pairs, wins)) / 2 ** pairs;
        ways = (ways * (pairs - wins)) / (wins + 1);
      }
      expect(mean).toBeCloseTo(1, 10);
    }
  });

  it('keeps its logarithm where the value overflows', () => {
    expect(uniformMixtureE(1_000_000, 1_000_000)).toBe(Infinity);
    expect(logUniformMixtureE(1_000_000, 1_000_000)).toBeCloseTo(1_000_000 * Math.LN2 - Math.log(1_000_001), 6);
    expect(logUniformMixtureE(1_000_000, 500_000)).toBeCloseTo(
      0.5 * Math.log(Math.PI * 500_000) - Math.log(1_000_001),
      5,
    );
  });
});
