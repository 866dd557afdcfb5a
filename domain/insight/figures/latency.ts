import { QUANTILE_LEVELS, type QuantileLevel } from '../insight-sets.ts';

/** Significant digits of a level from single samples, and of one from buckets. */
const EXACT_DIGITS = 12;
const BUCKET_DIGITS = 6;

/** Buckets from one power of two to the next. */
const PER_OCTAVE = 16;
/** Bucket 1 begins at 2^-10 ms. */
const LOWEST_EXPONENT = -10;

type Quantiles = Readonly<Record<QuantileLevel, string>>;

/**
 * The bucket that a sample is counted in: 0 below 2^-10 ms, where an observed zero is, then sixteen per octave.
 *
 * @param milliseconds finite and not negative
 */
export function latencyBucket(milliseconds: number): number {
  if (milliseconds < 2 ** LOWEST_EXPONENT) return 0;
  return 1 + Math.floor(PER_OCTAVE * (Math.log2(milliseconds) - LOWEST_EXPONENT));
}

/** The value in milliseconds of a sample of the bucket: the geometric middle; bucket 0 is zero. */
export function bucketMiddle(bucket: number): number {
  return bucket === 0 ? 0 : 2 ** ((bucket - 0.5) / PER_OCTAVE + LOWEST_EXPONENT);
}

/** The levels of samples that are known by their bucket alone; undefined without a sample. */
export function bucketQuantiles(counts: ReadonlyMap<number, bigint>): Quantiles | undefined {
  const buckets = [...counts].sort(([one], [other]) => one - other);
  const samples = buckets.reduce((total, [, count]) => total + count, 0n);
  if (samples === 0n) return undefined;
  const sampleAt = (position: bigint): number => {
    let before = 0n;
    const found = buckets.find(([, count]) => (before += count) > position);
    return bucketMiddle(found?.[0] ?? 0);
  };
  return quantiles((percent) => {
    // Position percent / 100 × (samples − 1), counted from 0, between its two neighbours.
    const hundredths = percent * (samples - 1n);
    const [position, part] = [hundredths / 100n, Number(hundredths % 100n) / 100];
    const lower = sampleAt(position);
    // Behind the last sample there is none, and then its part is 0.
    return latencyText(lower + (sampleAt(position + 1n) - lower) * part, BUCKET_DIGITS);
  });
}

/** Levels that were interpolated over all samples, in the order of `QUANTILE_LEVELS`, as they are shown. */
export function exactQuantiles(levels: readonly number[]): Quantiles {
  return Object.fromEntries(
    QUANTILE_LEVELS.map((level, index) => [level, latencyText(levels[index] ?? Number.NaN, EXACT_DIGITS)]),
  ) as Record<QuantileLevel, string>;
}

/**
 * Milliseconds with this many significant digits, without an exponent and without trailing zeros.
 *
 * @param milliseconds finite and not negative
 */
export function latencyText(milliseconds: number, digits: number): string {
  const [mantissa, exponent] = milliseconds.toExponential(digits - 1).split('e') as [string, string];
  const places = Math.max(0, -Number(exponent));
  const kept = '0'.repeat(places) + mantissa.replace('.', '');
  const point = Number(exponent) + places + 1;
  const whole = kept.slice(0, point).padEnd(point, '0');
  const fraction = kept.slice(point).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function quantiles(at: (percent: bigint) => string): Quantiles {
  return Object.fromEntries(QUANTILE_LEVELS.map((level) => [level, at(BigInt(level.slice(1)))])) as Record<
    QuantileLevel,
    string
  >;
}
