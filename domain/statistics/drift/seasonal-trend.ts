import { elementAt } from './element-at.ts';
import { loess, loessAt, type LoessOptions } from './loess.ts';
import { sortedMedian } from './median.ts';

/** The choices of a decomposition. */
interface SeasonalTrendOptions {
  /** True if outliers get less weight, in 15 passes. */
  readonly isRobust: boolean;
  /** True if each period has the same seasonal pattern. By default, the pattern follows the series slowly. */
  readonly isPeriodic?: boolean;
}

/** A series as the sum of a seasonal pattern, a trend and a remainder; or the reason why there is none. */
export type SeasonalTrend =
  | {
      readonly state: 'decomposed';
      readonly seasonal: readonly number[];
      readonly trend: readonly number[];
      readonly remainder: readonly number[];
      /** The robustness weight of each point, from 0 for an outlier to 1. */
      readonly weights: readonly number[];
    }
  | { readonly state: 'refused'; readonly refusalCode: 'fewer_than_two_periods' };

/** The passes of the inner loop, and of the loop that computes robustness weights (Cleveland et al. 1990). */
const PASSES = { plain: { inner: 2, outer: 0 }, robust: { inner: 1, outer: 15 } };

/** The smoothers of a decomposition. */
interface Smoothers {
  readonly period: number;
  readonly seasonal: LoessOptions;
  readonly trend: LoessOptions;
  readonly lowPass: LoessOptions;
}

interface Components {
  readonly seasonal: readonly number[];
  readonly trend: readonly number[];
}

/**
 * The decomposition of an evenly spaced series by STL (Cleveland et al. 1990, Journal of Official Statistics 6:3). The
 * time grows with the product of the length and the spans of the smoothers; the caller bounds the length.
 *
 * @param series values in order of time, without gaps
 * @param period the number of points in a period, at least 2
 */
export function seasonalTrend(
  series: readonly number[],
  period: number,
  { isRobust, isPeriodic = false }: SeasonalTrendOptions,
): SeasonalTrend {
  if (series.length < 2 * period) return { state: 'refused', refusalCode: 'fewer_than_two_periods' };
  const smoothers = smoothersOf(series.length, period, isPeriodic);
  const { inner, outer } = isRobust ? PASSES.robust : PASSES.plain;
  let parts: Components = { seasonal: [], trend: series.map(() => 0) };
  let weights: number[] | undefined;
  for (let pass = 0; pass <= outer; pass += 1) {
    if (pass > 0) weights = robustnessWeights(remainderOf(series, parts));
    for (let step = 0; step < inner; step += 1) parts = improve(series, parts.trend, smoothers, weights);
  }
  return {
    state: 'decomposed',
    ...parts,
    remainder: remainderOf(series, parts),
    weights: weights ?? series.map(() => 1),
  };
}

function smoothersOf(length: number, period: number, isPeriodic: boolean): Smoothers {
  const seasonalSpan = isPeriodic ? 10 * length + 1 : period;
  const trendSpan = Math.ceil((1.5 * period) / (1 - 1.5 / seasonalSpan));
  return {
    period,
    seasonal: smoother(seasonalSpan, 0),
    trend: smoother(trendSpan, 1),
    lowPass: smoother(period, 1),
  };
}

/** A smoother with an odd span of at least 3, which fits ten points in each span. */
function smoother(length: number, degree: 0 | 1): LoessOptions {
  const least = Math.max(length, 3);
  return { span: least % 2 === 0 ? least + 1 : least, degree, jump: Math.ceil(length / 10) };
}

/** One pass of the inner loop: the seasonal pattern of the series less its trend, then the trend of the rest. */
function improve(
  series: readonly number[],
  trend: readonly number[],
  { period, seasonal: smoothing, trend: trendSmoothing, lowPass }: Smoothers,
  weights: readonly number[] | undefined,
): Components {
  const cycles = smoothCycles(difference(series, trend), period, smoothing, weights);
  const averaged = movingAverage(movingAverage(movingAverage(cycles, period), period), 3);
  const slow = loess(averaged, lowPass);
  const seasonal = slow.map((value, index) => elementAt(cycles, index + period) - value);
  return { seasonal, trend: loess(difference(series, seasonal), trendSmoothing, weights) };
}

/**
 * The smoothed values of each position in the period, in order of time. Each position is extended by one period at both
 * ends, so the result has two periods more than the series.
 */
function smoothCycles(
  series: readonly number[],
  period: number,
  smoothing: LoessOptions,
  weights: readonly number[] | undefined,
): number[] {
  const smoothed = Array.from({ length: series.length + 2 * period }, () => 0);
  for (let position = 0; position < period; position += 1) {
    const isHere = (_: number, index: number): boolean => index % period === position;
    const cycle = series.filter(isHere);
    const ownWeights = weights?.filter(isHere);
    const inner = loess(cycle, smoothing, ownWeights);
    const count = cycle.length;
    const before = { first: 0, last: Math.min(smoothing.span, count) - 1 };
    const after = { first: Math.max(0, count - smoothing.span), last: count - 1 };
    const extended = [
      loessAt(cycle, -1, before, smoothing, ownWeights) ?? elementAt(inner, 0),
      ...inner,
      loessAt(cycle, count, after, smoothing, ownWeights) ?? elementAt(inner, count - 1),
    ];
    for (const [turn, value] of extended.entries()) smoothed[turn * period + position] = value;
  }
  return smoothed;
}

/** The means of each `width` successive values. */
function movingAverage(values: readonly number[], width: number): number[] {
  let sum = values.slice(0, width).reduce((total, value) => total + value, 0);
  const means = [sum / width];
  for (let index = width; index < values.length; index += 1) {
    sum += elementAt(values, index) - elementAt(values, index - width);
    means.push(sum / width);
  }
  return means;
}

/** The bisquare weight of each remainder, relative to six median absolute remainders. */
function robustnessWeights(remainder: readonly number[]): number[] {
  const sizes = remainder.map((value) => Math.abs(value));
  const limit = 6 * sortedMedian(sizes.toSorted((one, other) => one - other));
  return sizes.map((size) => {
    if (size <= 0.001 * limit) return 1;
    return size <= 0.999 * limit ? (1 - (size / limit) ** 2) ** 2 : 0;
  });
}

function remainderOf(series: readonly number[], { seasonal, trend }: Components): number[] {
  return difference(difference(series, seasonal), trend);
}

function difference(values: readonly number[], subtracted: readonly number[]): number[] {
  return values.map((value, index) => value - elementAt(subtracted, index));
}
