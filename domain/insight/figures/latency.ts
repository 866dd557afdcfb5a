import { QUANTILE_LEVELS, type QuantileLevel } from '../insight-sets.ts';

/** The significant digits of a quantile from single samples, and of one from buckets. */
const EXACT_DIGITS = 12;
const BUCKET_DIGITS = 6;

/** The number of buckets per power of two. */
const PER_OCTAVE = 16;
/** The power of two at which bucket 1 begins: 2^-10 ms. */
const LOWEST_EXPONENT = -10;

type Quantiles = Readonly<Record<QuantileLevel, string>>;

/**
 * The bucket of a sample: 0 below 2^-10 ms, including an observed zero, then 16 per power of two.
 *
 * @param milliseconds finite and not negative
 */
export function latencyBucket(milliseconds: number): number {
  if (milliseconds < 2 ** LOWEST_EXPONENT) return 0;
  return 1 + Math.floor(PER_OCTAVE * (Math.log2(milliseconds) - LOWEST_EXPONENT));
}

/** The representative value of a bucket in milliseconds: its geometric mean, or zero for bucket 0. */
export function bucketMiddle(bucket: number): number {
  return bucket === 0 ? 0 : 2 ** ((bucket - 0.5) / PER_OCTAVE + LOWEST_EXPONENT);
}

/** The quantiles of samples that are known only by their bucket; undefined without a sample. */
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
    // Interpolates between the two neighbours of the position percent / 100 × (samples − 1), counted from 0.
    const hundredths = percent * (samples - 1n);
    const [position, part] = [hundredths / 100n, Number(hundredths % 100n) / 100];
    const lower = sampleAt(position);
    // After the last sample there is no neighbour, but then `part` is 0.
    return latencyText(lower + (sampleAt(position + 1n) - lower) * part, BUCKET_DIGITS);
  });
}

/** The display texts of quantiles that were interpolated over all samples, in the order of `QUANTILE_LEVELS`. */
export function exactQuantiles(levels: readonly number[]): Quantiles {
  return Object.fromEntries(
    QUANTILE_LEVELS.map((level, index) => [level, latencyText(levels[index] ?? Number.NaN, EXACT_DIGITS)]),
  ) as Record<QuantileLevel, string>;
}

/**
 * Milliseconds with the given number of significant digits, without an exponent and without trailing zeros.
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
