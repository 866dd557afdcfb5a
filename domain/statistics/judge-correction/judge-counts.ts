import type { Proportion } from '../interval/newcombe-difference.ts';

/** The counts that correct a pass rate of a judge for its errors. */
export interface JudgeCounts {
  /** The rows that the judge passes, among rows that only the judge rated. */
  readonly apparent: Proportion;
  /** The rows that the judge passes, among rows that people pass. */
  readonly sensitivity: Proportion;
  /** The rows that the judge fails, among rows that people fail. */
  readonly specificity: Proportion;
}
