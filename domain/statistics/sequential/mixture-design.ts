/** The choices of a mixture bound. They must not depend on the observations that the bound judges. */
export interface MixtureDesign {
  /** The probability that the bound is ever crossed without a cause, strictly between 0 and 1. */
  readonly alpha: number;
  /** The accumulated variance at which the bound is narrowest, above 0. The bound is valid at every variance. */
  readonly optimum: number;
  /** True if only sums above their expectation count against it. */
  readonly isOneSided: boolean;
}

/** The weight that makes a normal mixture narrowest at the optimum (Howard et al. 2021, confseq, `best_rho`). */
export function mixtureWeight({ alpha, optimum, isOneSided }: MixtureDesign): number {
  const threshold = -2 * Math.log(isOneSided ? 2 * alpha : alpha);
  return optimum / (threshold + Math.log1p(threshold));
}
