/** The sources of verdicts on an answer. */
export const VERDICT_SOURCES = ['label_check', 'judge', 'human'] as const;
export type VerdictSource = (typeof VERDICT_SOURCES)[number];

/** The outcomes of a verdict. */
export const VERDICT_OUTCOMES = ['pass', 'fail', 'unknown'] as const;
export type VerdictOutcome = (typeof VERDICT_OUTCOMES)[number];

/** The reasons why a run could not decide whether an answer passes. */
export const UNKNOWN_REASONS = [
  'spend_ceiling_exceeded',
  'judge_ceiling_reached',
  'judge_no_verdict',
  'judge_unavailable',
  'judge_paid_effect_unknown',
  'judge_connection_not_pinned',
  'label_check_undecided',
] as const;

/** The verdict of one source on one answer. */
export interface Verdict {
  readonly source: VerdictSource;
  readonly outcome: VerdictOutcome;
  /** The reason code; empty unless the outcome is unknown. */
  readonly reasonCode: string;
}

/**
 * The verdict in force: the newest by a person, or else the newest by a machine. All verdicts remain stored.
 *
 * @param history the verdicts on one answer, oldest first
 */
export function currentVerdict<V extends Verdict>(history: readonly V[]): V | undefined {
  return history.findLast(({ source }) => source === 'human') ?? history.at(-1);
}
