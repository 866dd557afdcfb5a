import type { LatencyOutcome, Purpose, QuantileLevel } from './insight-sets.ts';
import type { GroupMember } from './dimensions.ts';

/** The facts of a group. */
export interface GroupKey {
  readonly purpose: Purpose;
  /** The beginning of the bucket of a series in Unix milliseconds, before it is clipped to the window. */
  readonly bucketMs?: number;
  /** The facet value; absent for all facts of the purpose and bucket. */
  readonly facet?: FacetKey;
}

export interface FacetKey {
  readonly member: GroupMember;
  /** The value; empty for facts without one. */
  readonly value: string;
  /** True for requests that no model served, in the facets `final_model` and `route`. `value` is then empty. */
  readonly unserved: boolean;
  /** Present for the group of all values that are not shown separately. `value` is then empty. */
  readonly other?: true;
}

/** The figures that can be added over hours. Each is a sum over one population, by the time of that population. */
export const ADDITIVE_FIGURES = [
  // Requests by `admitted_at`; each counts with its first event.
  'admitted',
  // Terminals by `admitted_at`.
  'ended',
  'succeeded',
  'refused',
  'failed',
  'cancelled',
  'partial',
  /** Terminals with a final model. */
  'served',
  /** Terminals with a final model and a route. */
  'routed',
  'protection_observed',
  'response_samples',
  'first_output_samples',
  // Attempts by `dispatched_at`.
  'attempts',
  'measured',
  'total_tokens',
  // By kind of token: the attempts that report a count, and the sum of their counts.
  'input_measured',
  'input_tokens',
  'output_measured',
  'output_tokens',
  'cached_measured',
  'cached_tokens',
  'reasoning_measured',
  'reasoning_tokens',
  // Cost effects by `occurred_at`. Counts of effects are signed.
  'effects',
  'nanos',
  /** The settled amount without adjustments. */
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

/** The verdicts of a group by their newest revision, which occurred in the span. */
export interface FeedbackSums {
  readonly verdicts: bigint;
  readonly ratedRequests: bigint;
}

/** The feedback sums of a group without verdicts. */
export const NO_FEEDBACK: FeedbackSums = { verdicts: 0n, ratedRequests: 0n };

export interface TeamRunSums {
  /** The number of distinct pairs of team and trace. */
  readonly runs: bigint;
  /** The number of requests with a team but no trace. */
  readonly untraced: bigint;
}

/** The run sums of a group without team runs. */
export const NO_TEAM_RUNS: TeamRunSums = { runs: 0n, untraced: 0n };

/** The sums of protection evaluations. For each (request, component, phase), only the newest evaluation counts. */
export interface ProtectionSums {
  readonly eligible: bigint;
  readonly evaluated: bigint;
  readonly blocked: bigint;
  readonly modified: bigint;
  readonly errors: bigint;
  readonly notExecuted: bigint;
  readonly blockedRequests: bigint;
}

/** The protection sums of a group without evaluations. */
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

/** The latency of one population, in milliseconds. */
export interface LatencyPopulation {
  readonly outcome: LatencyOutcome;
  readonly samples: bigint;
  /** The quantiles as decimal strings; absent without a sample. */
  readonly quantiles?: Readonly<Record<QuantileLevel, string>>;
}

/** A computed latency. All latencies of an answer use the same method. */
export interface LatencyMeasure {
  readonly metric: LatencyMetric;
  readonly method: 'exact' | 'log_buckets';
  /** The populations: `overall` first, then each outcome that has a sample, in the order of the closed set. */
  readonly populations: readonly LatencyPopulation[];
}
