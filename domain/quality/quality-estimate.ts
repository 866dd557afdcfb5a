import type { Money } from './money.ts';

/** The bases of an estimate. They are never mixed in one figure. */
export const ESTIMATE_BASES = ['measured', 'reported', 'insufficient'] as const;
export type EstimateBasis = (typeof ESTIMATE_BASES)[number];

/** The bounds of a rate, from 0 to 1. */
export interface RateInterval {
  readonly low: number;
  readonly high: number;
  /** The probability with which the interval holds the rate that people would give. */
  readonly confidence: number;
}

/** A pass rate with everything that it may claim. */
export interface QualityEstimate {
  readonly basis: EstimateBasis;
  /** The pass rate; null exactly if the basis is `insufficient`. */
  readonly point: number | null;
  /** Absent unless an active calibration licenses it. */
  readonly interval?: RateInterval;
  /** The number of rows with a pass or a fail; at least 1 unless the basis is `insufficient`. */
  readonly n: number;
  /** The cost of the verdicts. */
  readonly eval_cost: Money;
}
