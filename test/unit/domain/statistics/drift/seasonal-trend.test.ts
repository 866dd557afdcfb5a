import { describe, expect, it } from 'vitest';
import { seasonalTrend } from '../../../../../domain/statistics/drift/seasonal-trend.ts';

/** The series of stl-cpp (ankane, MIT or Unlicense, commit dec0f1e), test/stl_test.cpp, which has its results. */
const PUBLISHED = [5, 9, 2, 9, 0, 6, 3, 8, 5, 8, 7, 8, 8, 0, 2, 5, 0, 5, 6, 7, 3, 6, 1, 4, 4, 4, 3, 7, 5, 8];

const decompose = (series: readonly number[], period: number, isRobust: boolean, isPeriodic = false) => {
  const result = seasonalTrend(series, period, { isRobust, isPeriodic });
  if (result.state === 'refused') throw new Error(result.refusalCode);
  return result;
};

/** The first values, which the published test prints. */
const first = (values: readonly number[]): number[] => values.slice(0, 5);

const close = (values: readonly number[], digits: number): unknown =>
  values.map((value) => expect.closeTo(value, digits) as number);

/** Stl-cpp computes in single precision, so that its results differ in the seventh digit. */
function expectPublished(values: readonly number[], printed: readonly number[]): void {
  const differences = first(values).map((value, index) => Math.abs(value - (printed[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThan(3e-6);
}

/** The strength of a component: one less the variance of the remainder over that of both together. */
function strength(component: readonly number[], remainder: readonly number[]): number {
  return 1 - variance(remainder) / variance(component.map((value, index) => value + (remainder[index] ?? 0)));
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}

describe('a decomposition of a series by STL', () => {
  it('has the values that stl-cpp prints', () => {
    const { seasonal, trend, remainder, weights } = decompose(PUBLISHED, 7, false);
    expectPublished(seasonal, [0.36926576, 0.75655484, -1.3324139, 1.9553658, -0.6044802]);
    expectPublished(trend, [4.804099, 4.9097075, 5.015316, 5.16045, 5.305584]);
    expect(weights).toEqual(PUBLISHED.map(() => 1));
    expect(strength(seasonal, remainder)).toBeCloseTo(0.284111676, 7);
    expect(strength(trend, remainder)).toBeCloseTo(0.163842452, 7);
  });

  it('has the robust values that stl-cpp prints', () => {
    const { seasonal, trend, weights } = decompose(PUBLISHED, 7, true);
    expectPublished(seasonal, [0.14922355, 0.47939026, -1.833231, 1.7411387, 0.8200711]);
    expectPublished(trend, [5.397365, 5.4745436, 5.5517216, 5.6499176, 5.748114]);
    expectPublished(weights, [0.99374926, 0.8129377, 0.9385952, 0.9458036, 0.29742217]);
  });

  it('is refused for fewer than two periods', () => {
    const refused = { state: 'refused', refusalCode: 'fewer_than_two_periods' };
    expect(seasonalTrend(PUBLISHED, 16, { isRobust: false })).toEqual(refused);
    expect(seasonalTrend([], 7, { isRobust: true })).toEqual(refused);
    expect(seasonalTrend(PUBLISHED.slice(0, 13), 7, { isRobust: true })).toEqual(refused);
    expect(seasonalTrend(PUBLISHED.slice(0, 14), 7, { isRobust: true })).toMatchObject({ state: 'decomposed' });
    expect(seasonalTrend(PUBLISHED, 15, { isRobust: false })).toMatchObject({ state: 'decomposed' });
  });

  it('adds up to the series', () => {
    for (const isRobust of [true, false]) {
      for (const isPeriodic of [true, false]) {
        const { seasonal, trend, remainder } = decompose(PUBLISHED, 7, isRobust, isPeriodic);
        const sums = seasonal.map((value, index) => value + (trend[index] ?? 0) + (remainder[index] ?? 0));
        expect(sums).toEqual(close(PUBLISHED, 12));
      }
    }
  });

  it('separates a pattern from its level without a remainder', () => {
    const pattern = [3, -1, -2, 0];
    const { seasonal, trend, remainder } = decompose(
      Array.from({ length: 40 }, (_, index) => 20 + (pattern[index % 4] ?? 0)),
      4,
      true,
    );
    expect(seasonal.slice(20, 24)).toEqual(close(pattern, 10));
    expect(trend.slice(20, 24)).toEqual(close([20, 20, 20, 20], 10));
    expect(Math.max(...remainder.map((value) => Math.abs(value)))).toBeLessThan(1e-10);
  });

  it('follows a line by its trend', () => {
    const { trend } = decompose(
      Array.from({ length: 140 }, (_, index) => index * 0.5 + (index % 7)),
      7,
      true,
    );
    expect((trend[90] ?? 0) - (trend[55] ?? 0)).toBeCloseTo(17.5, 1);
  });

  it('gives an outlier no weight, so the pattern does not follow it', () => {
    const noise = (index: number): number => ((index * 7_919) % 13) / 13;
    const clean = Array.from({ length: 60 }, (_, index) => 10 * Math.cos((index * Math.PI) / 3) + noise(index));
    const series = clean.with(30, 500);
    const robust = decompose(series, 6, true);
    expect(robust.weights[30]).toBe(0);
    expect(robust.weights[31]).toBeGreaterThan(0.5);
    expect(robust.seasonal[30]).toBeCloseTo(10, 0);
    expect(decompose(series, 6, false).seasonal[30]).toBeGreaterThan(100);
  });

  it('repeats a periodic pattern in each period', () => {
    const { seasonal } = decompose(PUBLISHED, 7, true, true);
    expect(seasonal.slice(7, 14)).toEqual(close(seasonal.slice(0, 7), 2));
  });

  it('decomposes a constant series into its level', () => {
    const { seasonal, trend, weights } = decompose(
      Array.from({ length: 28 }, () => 4),
      7,
      true,
    );
    expect(first(seasonal)).toEqual(close([0, 0, 0, 0, 0], 12));
    expect(first(trend)).toEqual(close([4, 4, 4, 4, 4], 12));
    expect(weights).toHaveLength(28);
  });
});
