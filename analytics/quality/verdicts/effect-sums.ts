/** The sums over cost effects, as a statement returns them. */
export interface EffectSums {
  /** Nano-USD in digits. */
  readonly nanos: string;
  readonly priced: number;
  /** The number of calls whose price is unknown or not yet known. */
  readonly unpriced: number;
  readonly estimated: number;
}

/**
 * The columns of `EffectSums`. An effect that replaces another one takes back its count. A window that has the second
 * but not the first would have a negative count, which would hide calls of the other counts.
 */
export const EFFECT_SUMS = `toString(sum(toInt128(nanos))) AS nanos, toInt32(sum(priced)) AS priced,
      toInt32(greatest(sum(unpriced), 0) + greatest(sum(pending), 0)) AS unpriced,
      toInt32(greatest(sum(estimated), 0)) AS estimated`;
