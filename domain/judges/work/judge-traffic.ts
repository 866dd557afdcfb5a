import type { JudgeVote } from '../methods/scoring-ending.ts';

/** The reasons why a request was not judged in the end, in addition to the faults of its calls. */
export const SCORING_FAILURES = {
  daily_cap_reached: 'The evaluator had spent what it may spend on that day.',
  content_gone: 'What was asked and answered is not kept any more.',
  evaluator_changed: 'The evaluator is another one, or none, since the request was taken on.',
  endpoint_unavailable: 'The variable of the address of a seat holds none.',
  price_unknown: 'A model has no price, so nobody can say what a call costs at most.',
  panel_without_quorum: 'Half of the seats of a panel or more gave no vote.',
  worker_lost: 'Whoever made the call is gone. It is charged at its reservation and not made again.',
} as const;

/** The requests that an evaluator found. */
export interface SamplingCounts {
  /** Answered requests of the application that it looked at: none is looked at twice. */
  readonly eligible: number;
  readonly sampled: number;
  /** The number of these without the question or the answer. */
  readonly uncaptured: number;
}

/** A request that an evaluator is to score. */
export interface ScoringWork {
  readonly scoringId: string;
  readonly evaluatorId: string;
}

/** The work of one run. */
export interface JudgeWork extends SamplingCounts {
  /** The oldest first; those beyond the most that a run takes are for the next. */
  readonly scorings: readonly ScoringWork[];
}

/** The result of a try to score a request. */
export type ScoringStatus =
  | { readonly kind: 'judged'; readonly verdict: JudgeVote; readonly isSplit: boolean }
  | { readonly kind: 'failed'; readonly code: string }
  /** The try cost nothing and a later run tries again; `code` names the obstacle. */
  | { readonly kind: 'waiting'; readonly code: string };

/** The number of requests that one worker's run works on at once. */
export const SCORINGS_AT_ONCE = 10;
