import normalQuantile from '@stdlib/stats-base-dists-normal-quantile';

/** The parameters of a two-sided test of a mean difference. */
export interface TestPlan {
  /** The variance of the difference of one item, such as the sum of the variances of two independent arms. */
  readonly variance: number;
  /** The variance if there is no difference; `variance` by default. */
  readonly nullVariance?: number;
  /** The probability that the test finds a difference where there is none. */
  readonly alpha: number;
  /** The probability that the test finds the difference. */
  readonly power: number;
}

/** The multiple of a standard error of one item that the test detects: the difference times the root of the items. */
export function detectableDistance({ variance, nullVariance = variance, alpha, power }: TestPlan): number {
  const found = normalQuantile(1 - alpha / 2, 0, 1) * Math.sqrt(nullVariance);
  return found + normalQuantile(power, 0, 1) * Math.sqrt(variance);
}
