import { QUANTILE_LEVELS, type QuantileLevel } from '../../domain/insight/insight-sets.ts';
import { roundToSignificant } from './decimal.ts';

export type Quantiles = Record<QuantileLevel, string>;

/** All levels, by linear interpolation between the two nearest samples. */
export function exactQuantiles(samples: readonly number[]): Quantiles {
  const sorted = [...samples].sort((a, b) => a - b);
  return levels((level) => roundToSignificant(interpolated(sorted, level), 12));
}

/** The same levels over samples of which only the bucket is known. */
export function bucketQuantiles(samples: readonly number[]): Quantiles {
  const sorted = samples.map((sample) => bucketMidpoint(toBucket(sample))).sort((a, b) => a - b);
  return levels((level) => roundToSignificant(interpolated(sorted, level), 6));
}

/**
 * The bucket of a duration. Bucket 0 covers zero and everything below 2^-10 ms. Above it, each octave has sixteen
 * buckets.
 */
export function toBucket(milliseconds: number): number {
  return milliseconds < 2 ** -10 ? 0 : 1 + Math.floor(16 * (Math.log2(milliseconds) + 10));
}

/** The geometric middle of a bucket, in milliseconds. */
export function bucketMidpoint(bucket: number): number {
  return bucket === 0 ? 0 : 2 ** ((bucket - 1 + 0.5) / 16 - 10);
}

/** The level `percent`, read at position percent × (n − 1) / 100 of the samples, counted from 0. */
function interpolated(sorted: readonly number[], percent: number): number {
  const hundredths = percent * (sorted.length - 1);
  const below = Math.floor(hundredths / 100);
  const part = hundredths % 100;
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[below + 1] ?? low;
  return low + ((high - low) * part) / 100;
}

function levels(of: (percent: number) => string): Quantiles {
  return Object.fromEntries(QUANTILE_LEVELS.map((level) => [level, of(Number(level.slice(1)))])) as Quantiles;
}
