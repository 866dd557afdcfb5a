import type { LatencyOutcome, Purpose, QuantileLevel } from './insight-sets.ts';
import type { Facet } from './dimensions.ts';

/** The facts that a group covers. */
export interface GroupKey {
  readonly purpose: Purpose;
  /** Unix milliseconds at which the bucket of a series begins, before clipping to the window. */
  readonly bucketMs?: number;
  /** Absent: all facts of the purpose (and bucket). */
  readonly facet?: FacetKey;
}

export interface FacetKey {
  readonly member: Facet;
  /** Empty: the facts name none. */
  readonly value: string;
  /** True on `final_model` and `route` for requests that no model served. Then `value` is empty. */
  readonly unserved: boolean;
  /** All values that are not shown by themselves. Then `value` is empty. */
  readonly other?: true;
}

/** The figures that add up over hours: each is a sum over one population on its own time base. */
export const ADDITIVE_FIGURES = [
  // Requests, each counted by the first event that tells of it, by admitted_at.
  'admitted',
  // Terminals, by admitted_at.
  'ended',
  'succeeded',
  'refused',
  'failed',
  'cancelled',
  'partial',
  /** Terminals that name a final model. */
  'served',
  /** Terminals that name a final model and a route. */
  'routed',
  'protection_observed',
  'response_samples',
  'first_output_samples',
  // Attempts, by dispatched_at.
  'attempts',
  'measured',
  'total_tokens',
  // The same by kind: attempts that say how many, and how many.
  'input_measured',
  'input_tokens',
  'output_measured',
  'output_tokens',
  'cached_measured',
  'cached_tokens',
  'reasoning_measured',
  'reasoning_tokens',
  // Cost effects, by occurred_at. Counts of effects are signed.
  'effects',
  'nanos',
  /** The settled amount, without adjustments. */
  'settled_nanos',
  'priced',
  'pending',
  'unpriced',
  'estimated',
  'estimate_unknown',
  'adjustments',
] as const;
export type AdditiveFigure = (typeof ADDITIVE_FIGURES)[number];
export type AdditiveSums = Readonly<Record<AdditiveFigure, bigint>>;

/** The newest revisions of verdicts that occurred in the group. */
export interface FeedbackSums {
  readonly verdicts: bigint;
  readonly ratedRequests: bigint;
}

/** The sums of a group without verdicts. */
export const NO_FEEDBACK: FeedbackSums = { verdicts: 0n, ratedRequests: 0n };

export interface TeamRunSums {
  /** Distinct (team, trace) of the requests that name both. */
  readonly runs: bigint;
  /** Requests of a team that name no trace. */
  readonly untraced: bigint;
}

/** The sums of a group without runs of teams. */
export const NO_TEAM_RUNS: TeamRunSums = { runs: 0n, untraced: 0n };

/** Evaluations are unique by (request, component, phase), the newest holds. */
export interface ProtectionSums {
  readonly eligible: bigint;
  readonly evaluated: bigint;
  readonly blocked: bigint;
  readonly modified: bigint;
  readonly errors: bigint;
  readonly notExecuted: bigint;
  readonly blockedRequests: bigint;
}

/** The sums of a group without evaluations. */
export const NO_PROTECTION: ProtectionSums = {
  eligible: 0n,
  evaluated: 0n,
  blocked: 0n,
  modified: 0n,
  errors: 0n,
  notExecuted: 0n,
  blockedRequests: 0n,
};

export const LATENCY_METRICS = ['response_latency.v1', 'first_output_latency.v1'] as const;
export type LatencyMetric = (typeof LATENCY_METRICS)[number];

/** The samples of one population and what they measure, in milliseconds. */
export interface LatencyPopulation {
  readonly outcome: LatencyOutcome;
  readonly samples: bigint;
  /** Decimal strings; absent without a sample. */
  readonly quantiles?: Readonly<Record<QuantileLevel, string>>;
}

/** The computation of a latency, one method for a whole answer. */
export interface LatencyMeasure {
  readonly metric: LatencyMetric;
  readonly method: 'exact' | 'log_buckets';
  /** `overall` first, then the outcomes that have a sample in the order of the closed set. */
  readonly populations: readonly LatencyPopulation[];
}
