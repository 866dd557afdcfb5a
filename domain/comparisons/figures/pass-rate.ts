import { NORMAL_QUANTILES, type Confidence } from '../../statistics/confidence.ts';
import { shareText } from '../../statistics/share-text.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';

/** The share of the sample's cases that an arm passes. Shares are decimal texts. */
export interface PassRate {
  /** The number of cases in the sample, including unknown and missing ones. */
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
  /** The share of passed cases among all cases; a floor if any case is unknown. */
  readonly rate: string;
  /** The rate if every unknown case passed. */
  readonly rateIfUnknownsPass: string;
  /**
   * The two-sided interval at the confidence. The lower bound assumes that all unknown cases fail, the upper bound that
   * all of them pass.
   */
  readonly lower: string;
  readonly upper: string;
}

/**
 * The pass rate of an arm over its sample.
 *
 * @param counts counts of at least one case
 */
export function computePassRate(
  counts: { readonly passed: number; readonly failed: number; readonly unknown: number },
  confidence: Confidence,
): PassRate {
  const { passed, failed, unknown } = counts;
  const cases = passed + failed + unknown;
  const quantile = NORMAL_QUANTILES[confidence].twoSided;
  return {
    cases,
    passed,
    failed,
    unknown,
    rate: shareText(passed / cases),
    rateIfUnknownsPass: shareText((passed + unknown) / cases),
    lower: shareText(wilsonInterval(passed, cases, quantile).lower),
    upper: shareText(wilsonInterval(passed + unknown, cases, quantile).upper),
  };
}
