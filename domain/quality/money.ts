import { toDollars } from '../insight/to-dollars.ts';

/** An amount of money in a document about quality. */
export interface Money {
  /** US dollars as a decimal text; null if no price is known. 0 is a measured value. */
  readonly usd: string | null;
  /** True if a part of the amount is an estimate. */
  readonly estimated: boolean;
  /** True if no price is known, so that the amount is null. */
  readonly unpriced: boolean;
}

/** The money for an amount in nano-USD; null for an unknown amount. */
export function toMoney(nanoUsd: bigint | null, isEstimated = false): Money {
  if (nanoUsd === null) return { usd: null, estimated: false, unpriced: true };
  return { usd: toDollars(String(nanoUsd)), estimated: isEstimated, unpriced: false };
}
