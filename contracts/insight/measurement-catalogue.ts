import type { Action } from '../../domain/tenancy/actions.ts';
import type { Unit, UnavailableReason } from '../../domain/insight/insight-sets.ts';
import { parseMetricName } from '../../domain/insight/metric-name.ts';

/** What a metric is computed over. */
export const POPULATIONS = [
  'requests',
  'cost_effects',
  'attempts',
  'release_markers',
  'feedback',
  'read_context',
  'protection_evaluations',
  'none',
] as const;

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

/** Who writes the fact: this build's traffic, nobody, or the control plane, which answers it by its own operations. */
export const PRODUCER_STATUSES = ['produced', 'no_producer', 'produced_elsewhere'] as const;

interface CatalogueRow {
  readonly question: string;
  readonly unit: Unit;
  readonly population: (typeof POPULATIONS)[number];
  readonly aggregation: (typeof AGGREGATIONS)[number];
  readonly missing_rule: UnavailableReason;
  readonly needed_actions: readonly Action[];
  readonly producer: (typeof PRODUCER_STATUSES)[number];
  /** What the number of a cell is, where unit and aggregation leave it open. */
  readonly number: string;
}

const METADATA = ['metadata.read'] as const satisfies readonly Action[];
const MONEY = ['metadata.read', 'cost.read'] as const satisfies readonly Action[];

/** Every metric that a question may name, by its versioned id. */
export const MEASUREMENT_CATALOGUE = {
  'requests.v1': {
    question: 'How many requests were admitted?',
    unit: 'count',
    population: 'requests',
    aggregation: 'count_distinct',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Requests observed in the window, each counted by the first event that tells of it: its admission or its ending.',
  },
  'outcomes.v1': {
    question: 'How did requests end?',
    unit: 'count',
    population: 'requests',
    aggregation: 'count',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Requests admitted in the window of which it is known how they ended; evidence_coverage.completion splits them.',
  },
  'completion_rate.v1': {
    question: 'What share of requests succeeded?',
    unit: 'ratio',
    population: 'requests',
    aggregation: 'ratio',
    missing_rule: 'denominator_zero',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Succeeded requests divided by requests observed in the window; never a floor.',
  },
  'provider_spend.v1': {
    question: 'What did providers charge?',
    unit: 'nano_usd',
    population: 'cost_effects',
    aggregation: 'sum',
    missing_rule: 'unpriced_population',
    needed_actions: MONEY,
    producer: 'produced',
    number: 'Signed sum of all cost effects that occurred in the window: prices, late prices and corrections.',
  },
  'cost_per_1000_requests.v1': {
    question: 'What do a thousand requests cost?',
    unit: 'nano_usd',
    population: 'cost_effects',
    aggregation: 'ratio',
    missing_rule: 'denominator_zero',
    needed_actions: MONEY,
    producer: 'produced',
    number: 'provider_spend of the window times 1000, divided by requests observed in it; never a floor.',
  },
  'cost_per_completed.v1': {
    question: 'What does one completed request cost?',
    unit: 'nano_usd',
    population: 'cost_effects',
    aggregation: 'ratio',
    missing_rule: 'denominator_zero',
    needed_actions: MONEY,
    producer: 'produced',
    number: 'provider_spend of the window divided by requests of the window that succeeded; never a floor.',
  },
  'tokens.v1': {
    question: 'How many tokens were used?',
    unit: 'tokens',
    population: 'attempts',
    aggregation: 'sum',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Total tokens of the attempts dispatched in the window; attempts without reported usage are left out.',
  },
  'response_latency.v1': {
    question: 'How long do requests take?',
    unit: 'milliseconds',
    population: 'requests',
    aggregation: 'quantile',
    missing_rule: 'not_observed',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'The 95th percentile of the measured total duration; the member latency carries all levels and outcomes.',
  },
  'first_output_latency.v1': {
    question: 'How long until the first output of a stream?',
    unit: 'milliseconds',
    population: 'requests',
    aggregation: 'quantile',
    missing_rule: 'not_observed',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'The 95th percentile of the measured time to first output of streams; the member latency carries all levels.',
  },
  'route_mix.v1': {
    question: 'Which routes served the requests?',
    unit: 'ratio',
    population: 'requests',
    aggregation: 'share',
    missing_rule: 'denominator_zero',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Under the facet route, the share of all requests that ended in the group; elsewhere, the share that a route served.',
  },
  'model_mix.v1': {
    question: 'Which models served the requests?',
    unit: 'ratio',
    population: 'requests',
    aggregation: 'share',
    missing_rule: 'denominator_zero',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Under the facet final_model, the share of all requests that ended in the group; elsewhere, the share that a model served.',
  },
  'release_annotations.v1': {
    question: 'Which releases changed in the window?',
    unit: 'marker',
    population: 'release_markers',
    aggregation: 'list',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Release markers of the scope in the window; the shape markers lists them.',
  },
  'app_feedback.v1': {
    question: 'How many verdicts did applications report?',
    unit: 'count',
    population: 'feedback',
    aggregation: 'count',
    missing_rule: 'not_observed',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Verdicts whose newest revision occurred in the window.',
  },
  'app_feedback_rated_requests.v1': {
    question: 'How many requests were rated?',
    unit: 'count',
    population: 'feedback',
    aggregation: 'count_distinct',
    missing_rule: 'not_observed',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Distinct requests of the verdicts whose newest revision occurred in the window.',
  },
  'activity_spend.v1': {
    question: 'What did the activity of the window itself cost?',
    unit: 'nano_usd',
    population: 'cost_effects',
    aggregation: 'sum',
    missing_rule: 'unpriced_population',
    needed_actions: MONEY,
    producer: 'produced',
    number: 'Signed sum of the prices of the window, without adjustments of earlier charges.',
  },
  'team_runs.v1': {
    question: 'How many runs did teams make?',
    unit: 'count',
    population: 'requests',
    aggregation: 'count_distinct',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Distinct pairs of team and trace of the requests admitted in the window that name both.',
  },
  'freshness_lag.v1': {
    question: 'How far behind is the answer?',
    unit: 'seconds',
    population: 'read_context',
    aggregation: 'latest',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Whole seconds from the moment that gateway traffic was last indexed to the moment of the pin.',
  },
  'coverage.v1': {
    question: 'What is known to be missing?',
    unit: 'coverage',
    population: 'read_context',
    aggregation: 'latest',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Coverage entries disclosed for the window: gaps, one per producer class, and an expired part.',
  },
  'protection.v1': {
    question: 'What did protection do?',
    unit: 'count',
    population: 'protection_evaluations',
    aggregation: 'count',
    missing_rule: 'not_observed',
    needed_actions: METADATA,
    producer: 'produced',
    number: 'Detector evaluations that were carried out, one per request, component and phase.',
  },
  'test_quality.v1': {
    question: 'How good are test results?',
    unit: 'ratio',
    population: 'none',
    aggregation: 'none',
    missing_rule: 'no_producer',
    needed_actions: METADATA,
    producer: 'no_producer',
    number: 'None: nothing writes this fact yet.',
  },
  'paired_reduction.v1': {
    question: 'How much does the candidate save on the same cases?',
    unit: 'ratio',
    population: 'none',
    aggregation: 'none',
    missing_rule: 'no_producer',
    needed_actions: MONEY,
    producer: 'no_producer',
    number: 'None: nothing writes this fact yet.',
  },
  'cohort_projection.v1': {
    question: 'What would a cohort cost on another route?',
    unit: 'nano_usd',
    population: 'none',
    aggregation: 'none',
    missing_rule: 'unpriced_population',
    needed_actions: MONEY,
    producer: 'produced_elsewhere',
    number: 'None here: read it through the operations of its producer.',
  },
  'budget_standing.v1': {
    question: 'How much of the budget is left?',
    unit: 'nano_usd',
    population: 'none',
    aggregation: 'none',
    missing_rule: 'unpriced_population',
    needed_actions: MONEY,
    producer: 'produced_elsewhere',
    number: 'None here: read it through the operations of its producer.',
  },
  'attention_rules.v1': {
    question: 'What needs attention?',
    unit: 'count',
    population: 'none',
    aggregation: 'none',
    missing_rule: 'no_producer',
    needed_actions: METADATA,
    producer: 'no_producer',
    number: 'None: nothing writes this fact yet.',
  },
  'saved_view.v1': {
    question: 'Which questions are saved?',
    unit: 'count',
    population: 'none',
    aggregation: 'none',
    missing_rule: 'scope_not_authorized',
    needed_actions: METADATA,
    producer: 'produced_elsewhere',
    number: 'None here: read it through the saved-view operations.',
  },
  'input_tokens.v1': {
    question: 'How many tokens were sent?',
    unit: 'tokens',
    population: 'attempts',
    aggregation: 'sum',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Tokens sent by the attempts dispatched in the window, those read from a cache included; attempts that do not say are left out.',
  },
  'output_tokens.v1': {
    question: 'How many tokens were received?',
    unit: 'tokens',
    population: 'attempts',
    aggregation: 'sum',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Tokens received by the attempts dispatched in the window, reasoning included; attempts that do not say are left out.',
  },
  'cached_tokens.v1': {
    question: 'How many of the tokens sent were read from a cache?',
    unit: 'tokens',
    population: 'attempts',
    aggregation: 'sum',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Tokens that the attempts dispatched in the window read from the provider’s cache; attempts that do not say are left out.',
  },
  'reasoning_tokens.v1': {
    question: 'How many of the tokens received were spent on reasoning?',
    unit: 'tokens',
    population: 'attempts',
    aggregation: 'sum',
    missing_rule: 'coverage_unknown',
    needed_actions: METADATA,
    producer: 'produced',
    number:
      'Tokens that the attempts dispatched in the window spent on reasoning; attempts that do not say are left out.',
  },
} as const satisfies Record<string, CatalogueRow>;

export type MetricId = keyof typeof MEASUREMENT_CATALOGUE;

const NAMES = new Set(Object.keys(MEASUREMENT_CATALOGUE).map((id) => parseMetricName(id)?.name));

/** True for a metric of the catalogue in the version that the catalogue has. */
export function isMetric(id: string): id is MetricId {
  return Object.hasOwn(MEASUREMENT_CATALOGUE, id);
}

/** True when the catalogue knows the metric's name, in this version or in another. */
export function isKnownName(id: string): boolean {
  const parsed = parseMetricName(id);
  return parsed !== undefined && NAMES.has(parsed.name);
}

/** A metric that this build computes from its facts. */
export type ProducedMetric = {
  [Id in MetricId]: (typeof MEASUREMENT_CATALOGUE)[Id]['producer'] extends 'produced' ? Id : never;
}[MetricId];

/** True for a metric that this build computes, in the version that the catalogue has. */
export function isProduced(id: string): id is ProducedMetric {
  return isMetric(id) && MEASUREMENT_CATALOGUE[id].producer === 'produced';
}

/** True for a metric whose cells show money, which needs `cost.read`. */
export function showsMoney(id: MetricId): boolean {
  return (MEASUREMENT_CATALOGUE[id].needed_actions as readonly Action[]).includes('cost.read');
}
