import type { Bounds } from '../interval/bounds.ts';
import { twoSidedQuantile } from '../interval/two-sided-quantile.ts';

/** A difference of two pass rates on the same items, with its standard error and normal interval. */
interface PairedProportion extends Bounds {
  readonly difference: number;
  readonly se: number;
}

/**
 * The difference of the pass rates of two arms on the same items, candidate minus baseline, by a normal approximation.
 * For few differing items, `scoreInterval` is more exact.
 *
 * @param wins items that only the candidate passes
 * @param losses items that only the baseline passes
 * @param items all items with a verdict for both, at least 1
 */
export function pairedProportion(wins: number, losses: number, items: number, confidence: number): PairedProportion {
  const difference = (wins - losses) / items;
  const se = Math.sqrt(wins + losses - (wins - losses) ** 2 / items) / items;
  const reach = twoSidedQuantile(confidence) * se;
  return { difference, se, low: difference - reach, high: difference + reach };
}
