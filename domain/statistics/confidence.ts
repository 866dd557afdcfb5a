import type { Fraction } from '../kernel/fraction.ts';

/** The confidence levels of a bar. The set is closed, so that all quantiles are constants. */
export const CONFIDENCE_LEVELS = ['0.80', '0.90', '0.95', '0.975', '0.99'] as const;
export type Confidence = (typeof CONFIDENCE_LEVELS)[number];

interface NormalQuantiles {
  /** The quantile with the probability `confidence` below it. */
  readonly oneSided: number;
  /** The quantile with the probability `confidence` between its negative and itself. */
  readonly twoSided: number;
}

/** The quantiles of the standard normal distribution for each confidence, to the precision of a double. */
export const NORMAL_QUANTILES: Readonly<Record<Confidence, NormalQuantiles>> = {
  '0.80': { oneSided: 0.8416212335729142, twoSided: 1.2815515655446004 },
  '0.90': { oneSided: 1.2815515655446004, twoSided: 1.6448536269514726 },
  '0.95': { oneSided: 1.6448536269514726, twoSided: 1.9599639845400543 },
  '0.975': { oneSided: 1.9599639845400543, twoSided: 2.2414027276049455 },
  '0.99': { oneSided: 2.326347874040841, twoSided: 2.575829303548901 },
};

/** The exact probability of error of a confidence: one minus the confidence. */
export function errorProbability(confidence: Confidence): Fraction {
  const thousandths = BigInt(confidence.replace('0.', '').padEnd(3, '0'));
  return { numerator: 1_000n - thousandths, denominator: 1_000n };
}
