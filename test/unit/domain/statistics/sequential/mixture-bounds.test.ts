import { describe, expect, it } from 'vitest';
import {
  betaBinomialMixtureBound,
  logBetaBinomialMixture,
} from '../../../../../domain/statistics/sequential/beta-binomial-mixture.ts';
import { mixtureWeight } from '../../../../../domain/statistics/sequential/mixture-design.ts';
import {
  logNormalMixture,
  normalMixtureBound,
} from '../../../../../domain/statistics/sequential/normal-mixture-bound.ts';

/** The published values are those of confseq (Howard, MIT, commit 70b1ef3), test/uniform_boundaries_unittest.cpp. */
const twoSided = { alpha: 0.05, optimum: 100, isOneSided: false };
const oneSided = { alpha: 0.05, optimum: 100, isOneSided: true };
const range = { below: 0.2, above: 0.8 };

describe('the normal mixture', () => {
  it('has the published two-sided values', () => {
    expect(mixtureWeight(twoSided)).toBeCloseTo(12.60056, 5);
    expect(logNormalMixture(10, 100, twoSided)).toBeCloseTo(-0.6510052, 7);
    expect(normalMixtureBound(100, twoSided)).toBeCloseTo(30.35209, 5);
  });

  it('has the published one-sided values', () => {
    expect(logNormalMixture(10, 100, oneSided)).toBeCloseTo(-0.06502391, 7);
    expect(normalMixtureBound(100, oneSided)).toBeCloseTo(27.66071, 5);
  });

  it('has its bound where the mixture reaches 1/alpha', () => {
    for (const variance of [1, 50, 10_000]) {
      for (const design of [oneSided, twoSided]) {
        const bound = normalMixtureBound(variance, design);
        expect(logNormalMixture(bound, variance, design)).toBeCloseTo(Math.log(20), 8);
      }
    }
  });

  it('counts sums below the expectation only if it is two-sided', () => {
    expect(logNormalMixture(-40, 100, twoSided)).toBe(logNormalMixture(40, 100, twoSided));
    expect(logNormalMixture(-40, 100, oneSided)).toBeLessThan(-2);
    expect(logNormalMixture(40, 100, oneSided)).toBeGreaterThan(logNormalMixture(40, 100, twoSided));
  });
});

describe('the beta-binomial mixture', () => {
  it('has the published two-sided values', () => {
    expect(logBetaBinomialMixture(10, 100, range, twoSided)).toBeCloseTo(-0.6941012, 7);
    expect(betaBinomialMixtureBound(100, range, twoSided)).toBeCloseTo(31.4308, 4);
  });

  it('has the published one-sided values', () => {
    expect(logBetaBinomialMixture(10, 100, range, oneSided)).toBeCloseTo(-0.07134019, 7);
    expect(betaBinomialMixtureBound(100, range, oneSided)).toBeCloseTo(28.41238, 5);
  });

  it('tolerates each possible sum of the first observations', () => {
    expect(betaBinomialMixtureBound(2 * 0.2 * 0.8, range, oneSided)).toBeCloseTo(2 * 0.8, 5);
  });

  it('is 1 before the first observation, for a range of any width', () => {
    for (const design of [oneSided, twoSided]) {
      expect(logBetaBinomialMixture(0, 0, range, design)).toBeCloseTo(0, 12);
      expect(logBetaBinomialMixture(0, 0, { below: 3, above: 1 }, design)).toBeCloseTo(0, 12);
    }
  });

  it('does not depend on the unit of the observations', () => {
    const doubled = { below: 0.4, above: 1.6 };
    for (const design of [oneSided, twoSided]) {
      expect(logBetaBinomialMixture(20, 400, doubled, { ...design, optimum: 400 })).toBeCloseTo(
        logBetaBinomialMixture(10, 100, range, design),
        10,
      );
    }
  });

  it('has the mean 1 after an observation', () => {
    // The observation is above with the probability 0.2.
    for (const design of [oneSided, twoSided]) {
      const up = Math.exp(logBetaBinomialMixture(0.8, 0.16, range, design));
      const down = Math.exp(logBetaBinomialMixture(-0.2, 0.16, range, design));
      expect(0.2 * up + 0.8 * down).toBeCloseTo(1, 10);
    }
  });
});
