/** The closed enumerations of insight reads (`insight-query/v1`), defined only here. */

export const SHAPES = ['overview', 'series', 'facets', 'drilldown', 'markers'] as const;

export const GRAINS = ['hour', 'day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];

export const PURPOSES = ['application', 'playground', 'comparison', 'judge', 'connection_validation'] as const;
export type Purpose = (typeof PURPOSES)[number];

export const UNITS = ['count', 'ratio', 'nano_usd', 'tokens', 'milliseconds', 'seconds', 'marker', 'coverage'] as const;
export type Unit = (typeof UNITS)[number];

/**
 * The kinds of tokens that an attempt counts separately: sent, received, and the parts of these that were read from a
 * cache and used for reasoning.
 */
export const TOKEN_KINDS = ['input', 'output', 'cached', 'reasoning'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** The populations from which metrics are computed. */
export const METRIC_POPULATIONS = [
  'requests',
  'cost_effects',
  'attempts',
  'release_markers',
  'feedback',
  'read_context',
  'protection_evaluations',
  'none',
] as const;
export type MetricPopulation = (typeof METRIC_POPULATIONS)[number];

/** The ways to compute a metric from its population. */
export const AGGREGATIONS = [
  'count_distinct',
  'count',
  'ratio',
  'sum',
  'quantile',
  'share',
  'list',
  'latest',
  'none',
] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** The producer of a metric: this build's traffic, none, or the control plane, whose own operations answer it. */
export const PRODUCER_STATUSES = ['produced', 'no_producer', 'produced_elsewhere'] as const;
export type ProducerStatus = (typeof PRODUCER_STATUSES)[number];

export const UNAVAILABLE_REASONS = [
  'no_producer',
  'metric_version_absent',
  'unpriced_population',
  'not_observed',
  'scope_not_authorized',
  'content_withheld',
  'coverage_unknown',
  'denominator_zero',
  'excluded',
] as const;
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number];

export const PRODUCER_CLASSES = ['gateway_journal', 'control_plane_outbox'] as const;
export type ProducerClass = (typeof PRODUCER_CLASSES)[number];

/** The terminal status of a request, as reported by its gateway. */
export const TERMINAL_STATUSES = ['succeeded', 'refused', 'failed', 'cancelled', 'partial', 'unknown'] as const;
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/**
 * The populations of a latency. `overall` is the union of all others, which are disjoint. A pending request has no
 * terminal and is in none of them.
 */
export const LATENCY_OUTCOMES = ['overall', ...TERMINAL_STATUSES] as const;
export type LatencyOutcome = (typeof LATENCY_OUTCOMES)[number];

/** The quantiles of a latency. */
export const QUANTILE_LEVELS = ['p50', 'p75', 'p90', 'p95', 'p99'] as const;
export type QuantileLevel = (typeof QUANTILE_LEVELS)[number];

/**
 * The values of the facet `outcome`. Requests that have not ended and requests with an unknown ending form one group.
 */
export const OUTCOME_VALUES = ['succeeded', 'refused', 'failed', 'cancelled', 'partial', 'pending_or_unknown'] as const;
