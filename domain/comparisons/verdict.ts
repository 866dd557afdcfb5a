/** Who says of an answer whether it passes. */
export const VERDICT_SOURCES = ['label_check', 'judge', 'human'] as const;
export type VerdictSource = (typeof VERDICT_SOURCES)[number];

/** What is said of it. */
export const VERDICT_OUTCOMES = ['pass', 'fail', 'unknown'] as const;
export type VerdictOutcome = (typeof VERDICT_OUTCOMES)[number];

/** Why a run could not say whether an answer passes. */
export const UNKNOWN_REASONS = [
  'spend_ceiling_exceeded',
  'judge_ceiling_reached',
  'judge_no_verdict',
  'judge_unavailable',
  'judge_paid_effect_unknown',
  'judge_connection_not_pinned',
  'label_check_undecided',
] as const;

/** What one source said of one answer. */
export interface Verdict {
  readonly source: VerdictSource;
  readonly outcome: VerdictOutcome;
  /** Empty unless unknown. */
  readonly reasonCode: string;
}

/**
 * The verdict that counts: the newest of a human, and where there is none the newest of a machine. The others stay as they are.
 *
 * @param history of one answer, oldest first
 */
export function verdictInForce<V extends Verdict>(history: readonly V[]): V | undefined {
  return history.findLast(({ source }) => source === 'human') ?? history.at(-1);
}
