import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtMost } from '../../../../../domain/statistics/selective-risk/binomial-at-most.ts';
import { binomialUpperBound } from '../../../../../domain/statistics/selective-risk/binomial-upper-bound.ts';
import { maximumErrors } from '../../../../../domain/statistics/selective-risk/maximum-errors.ts';
import { minDetectableError } from '../../../../../domain/statistics/selective-risk/min-detectable-error.ts';
import { rowsToCertify } from '../../../../../domain/statistics/selective-risk/rows-to-certify.ts';

describe('the upper bound of a risk', () => {
  // Inverted from the binomial distribution (Clopper and Pearson 1934); recomputed with scipy.stats.beta.ppf.
  it.each([
    [4, 200, 0.05, 0.045180415],
    [5, 200, 0.05, 0.0518433391],
    [20, 500, 0.1, 0.0537074],
    [0, 50, 0.05, 0.0581550791],
    [1_000, 100_000, 0.05, 0.010533200900636332],
    [0, 100_000, 0.05, 2.9956874019427947e-5],
  ])('has the recomputed value of %i errors in %i rows', (errors, rows, delta, value) => {
    expect(Math.abs(binomialUpperBound(errors, rows, delta) - value)).toBeLessThan(1e-7);
  });

  it('is 1 if every row is an error, and without rows', () => {
    expect(binomialUpperBound(7, 7, 0.05)).toBe(1);
    expect(binomialUpperBound(0, 0, 0.05)).toBe(1);
  });

  it('stays one-sided: a two-sided bound at the same confidence is higher', () => {
    expect(binomialUpperBound(5, 100, 0.05)).toBeLessThan(binomialUpperBound(5, 100, 0.025));
    // The upper end of the two-sided interval of Clopper and Pearson at 95 %.
    expect(binomialUpperBound(5, 100, 0.025)).toBeCloseTo(0.1128349111, 9);
  });

  it('is the risk at which so few errors have the probability of error', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.integer({ min: 1, max: 300 }), (some, rows) => {
        const errors = Math.min(some, rows - 1);
        const bound = binomialUpperBound(errors, rows, 0.1);
        expect(binomialAtMost(errors, rows, bound)).toBeCloseTo(0.1, 9);
      }),
    );
  });
});

describe('the smallest error that rows can show', () => {
  it.each([
    [50, 0.0581550791],
    [58, 0.0503393],
    [59, 0.0495076],
    [60, 0.0487029],
    [100, 0.029513],
    [200, 0.014867],
    [299, 0.0099691],
  ])('of %i rows is 1 - 0.05^(1/n)', (rows, value) => {
    expect(Math.abs(minDetectableError(rows, 0.05) - value)).toBeLessThan(5e-8);
  });

  it('is everything without rows', () => {
    expect(minDetectableError(0, 0.05)).toBe(1);
  });
});

describe('the maximum number of errors', () => {
  it.each([
    [50, null],
    [58, null],
    [59, 0],
    [93, 1],
    [200, 4],
    [500, 16],
    [1_000, 38],
  ])('of %i rows at tolerance and error probability 0.05 is %s', (rows, most) => {
    expect(maximumErrors(rows, 0.05, 0.05)).toBe(most);
  });

  it('is null without rows', () => {
    expect(maximumErrors(0, 0.05, 0.05)).toBe(null);
  });

  it('decides as the upper bound does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 40 }), (rows, percent) => {
        const tolerance = percent / 100;
        const most = maximumErrors(rows, tolerance, 0.1);
        if (most !== null) expect(binomialUpperBound(most, rows, 0.1)).toBeLessThanOrEqual(tolerance + 1e-12);
        expect(binomialUpperBound((most ?? -1) + 1, rows, 0.1)).toBeGreaterThan(tolerance - 1e-12);
      }),
    );
  });
});

describe('the rows that can certify a tolerance', () => {
  it('are 59 at tolerance 0.05 and confidence 0.95: a minimum of 50 rows can never pass', () => {
    expect(rowsToCertify(0.05, 0.05)).toBe(59);
    expect(maximumErrors(50, 0.05, 0.05)).toBe(null);
    expect(minDetectableError(50, 0.05)).toBeGreaterThan(0.05);
  });

  it('are the fewest with which any number of errors passes, at each percent', () => {
    const wrong: [tolerance: number, delta: number][] = [];
    for (let tolerance = 1; tolerance < 100; tolerance += 1) {
      for (let delta = 1; delta < 100; delta += 1) {
        const rows = rowsToCertify(tolerance / 100, delta / 100);
        const isFewest =
          maximumErrors(rows, tolerance / 100, delta / 100) !== null &&
          maximumErrors(rows - 1, tolerance / 100, delta / 100) === null;
        if (!isFewest) wrong.push([tolerance, delta]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the exact test of 0/1 errors', () => {
  it.each([
    [0, 20, 0.121577],
    [0, 22, 0.098477],
    [1, 38, 0.095295],
    [2, 60, 0.053045],
    [5, 100, 0.057577],
    [6, 100, 0.117156],
  ])('has the recomputed p-value of %i errors in %i rows at tolerance 0.1', (errors, rows, pValue) => {
    expect(binomialAtMost(errors, rows, 0.1)).toBeCloseTo(pValue, 6);
  });

  // Bates et al. 2021, Distribution-Free Risk-Controlling Prediction Sets; MAPIE, compute_hoeffding_bentkus_p_value.
  it.each([
    { errors: 10, rows: 200, tolerance: 0.1, hoeffding: 0.0353909, bentkus: 0.0219399, exact: 0.0080712 },
    { errors: 4, rows: 200, tolerance: 0.05, hoeffding: 0.0881609, bentkus: 0.0718899, exact: 0.0264468 },
  ])('is smaller than that of Hoeffding and Bentkus: $errors of $rows', ({ errors, rows, tolerance, ...expected }) => {
    const risk = errors / rows;
    const divergence = risk * Math.log(risk / tolerance) + (1 - risk) * Math.log((1 - risk) / (1 - tolerance));
    const exact = binomialAtMost(errors, rows, tolerance);
    expect(Math.exp(-rows * divergence)).toBeCloseTo(expected.hoeffding, 6);
    expect(Math.E * exact).toBeCloseTo(expected.bentkus, 6);
    expect(exact).toBeCloseTo(expected.exact, 6);
  });

  it('bounds the risk closer than Hoeffding and Kullback-Leibler: 20 of 500 at confidence 0.9', () => {
    const hoeffding = 0.04 + Math.sqrt(Math.log(10) / 1_000);
    // The risk at which the divergence from 0.04 is ln(10)/500.
    const divergence = 0.04 * Math.log(0.04 / 0.0616795) + 0.96 * Math.log(0.96 / (1 - 0.0616795));
    expect(hoeffding).toBeCloseTo(0.0879853, 7);
    expect(divergence * 500).toBeCloseTo(Math.log(10), 4);
    expect(binomialUpperBound(20, 500, 0.1)).toBeCloseTo(0.0537074, 7);
  });

  it('is stricter than control of the expected risk, which has no confidence', () => {
    // Angelopoulos et al. 2022, Conformal Risk Control: n/(n+1) risk + 1/(n+1) may be at most the tolerance.
    const expectedRisk = (errors: number, rows: number): number => (errors + 1) / (rows + 1);
    expect(expectedRisk(4, 100)).toBeCloseTo(0.0495049505, 10);
    expect(expectedRisk(0, 19)).toBe(0.05);
    expect(maximumErrors(100, 0.05, 0.05)).toBe(1);
    expect(maximumErrors(19, 0.05, 0.05)).toBe(null);
  });
});
