/** The verdicts of a cell. `abstained` and `unscored` are neither passes nor failures. */
export type CellVerdict = 'pass' | 'fail' | 'abstained' | 'unscored';

/**
 * The reason codes of an unscored cell. `uncaptured`: no stored content of the item. `no_answer`: the arm has no answer
 * for the item. `no_verdict`: the judge gave none. `excluded`: the item is expired, erased, excluded or missing.
 * `call_failed`: a paid call failed. `spend_ceiling_reached`: the ceiling left no room for the call.
 */
export const UNSCORED_REASONS = [
  'uncaptured',
  'no_answer',
  'no_verdict',
  'excluded',
  'call_failed',
  'spend_ceiling_reached',
] as const;
export type UnscoredReason = (typeof UNSCORED_REASONS)[number];

/** The result of one item on one arm. A run stores it, and every figure of the run is computed from it. */
export interface CellResult {
  /** The logical request id of the item. */
  readonly requestId: string;
  /** The name of the arm. */
  readonly arm: string;
  /** The segment of the item; empty if it has none. */
  readonly segment: string;
  /** The trace of the item; empty if it has none. Items of one trace are not independent. */
  readonly traceId: string;
  readonly verdict: CellVerdict;
  /** A member of `UNSCORED_REASONS`; empty for a scored cell. */
  readonly reason: string;
  /** The cost of the answer, in nano-USD; null if no price is known. */
  readonly costNanoUsd: bigint | null;
  /** The judge subject that gave the verdict; empty if no judge was asked. */
  readonly judgeSubject: string;
}
