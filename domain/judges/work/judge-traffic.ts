import type { JudgeVote } from '../methods/scoring-ending.ts';

/** The final reasons why a request was not judged, in addition to the faults of its calls. */
export const SCORING_FAILURES = {
  daily_cap_reached: 'The evaluator had reached its spending limit of the day.',
  content_gone: 'The request and the answer are no longer stored.',
  evaluator_changed: 'The evaluator was changed or removed after the request was sampled.',
  endpoint_unavailable: 'The variable for the address of a seat contains no address.',
  price_unknown: 'A model has no price, so the maximum cost of a call is unknown.',
  panel_without_quorum: 'Half of the seats of a panel or more gave no vote.',
  worker_lost: 'The worker was lost during the call. The call is charged at its reservation and not repeated.',
} as const;

/** The counts of requests that an evaluator examined for sampling. */
export interface SamplingCounts {
  /** The number of answered requests of the application that it examined. Each request is examined once. */
  readonly eligible: number;
  readonly sampled: number;
  /** The number of sampled requests whose question or answer was not captured. */
  readonly uncaptured: number;
}

/** One request to score, by one evaluator. */
export interface ScoringWork {
  readonly scoringId: string;
  readonly evaluatorId: string;
}

/** The work of one run of the judge sweep. */
export interface JudgeWork extends SamplingCounts {
  /** The requests to score, oldest first, up to the maximum of a run. The next run takes the rest. */
  readonly scorings: readonly ScoringWork[];
}

/** The result of an attempt to score a request. */
export type ScoringStatus =
  | { readonly kind: 'judged'; readonly verdict: JudgeVote; readonly isSplit: boolean }
  | { readonly kind: 'failed'; readonly code: string }
  /** The attempt cost nothing, and a later run retries; `code` names the obstacle. */
  | { readonly kind: 'waiting'; readonly code: string };

/** The number of requests that a run scores concurrently. */
export const MAX_CONCURRENT_SCORINGS = 10;
