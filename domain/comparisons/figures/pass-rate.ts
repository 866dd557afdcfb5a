import { NORMAL_QUANTILES, type Confidence } from '../../statistics/confidence.ts';
import { shareText } from '../../statistics/share-text.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';

/** The share of the sample's cases that an arm passes. Texts are shares as decimals. */
export interface PassRate {
  /** The whole sample: what is unknown or missing is in it too. */
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
  /** Passed of all cases: a floor where any is unknown. */
  readonly rate: string;
  /** The rate if every unknown case passed. */
  readonly rateIfUnknownsPass: string;
  /**
   * Two-sided at the confidence: from where it lies if every unknown case fails to where it lies if every one passes.
   */
  readonly lower: string;
  readonly upper: string;
}

/**
 * The pass rate of an arm over its sample.
 *
 * @param counts of at least one case
 */
export function passRateOf(
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
