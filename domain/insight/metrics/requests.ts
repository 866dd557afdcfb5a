import { additiveValue } from '../additive-value.ts';
import type { CoverageEntry } from '../coverage.ts';
import { shareValue, type Completion } from '../figures/completion.ts';
import type { MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { REQUEST_COUNT } from './fact-count.ts';

/** The value of `requests.v1`: requests observed in the span. */
export function requestsValue({ observed }: Completion, gaps: readonly CoverageEntry[]): MeasuredValue {
  return additiveValue({ number: observed, unit: 'count', known: observed, missing: gaps });
}

/** The value of `outcomes.v1`: requests of the span with a known ending, in any status. */
export function outcomesValue(
  { observed, pendingOrUnknown }: Completion,
  gaps: readonly CoverageEntry[],
): MeasuredValue {
  return additiveValue({ number: observed - pendingOrUnknown, unit: 'count', known: observed, missing: gaps });
}

/** The value of `completion_rate.v1`: succeeded requests divided by observed requests. */
export function completionRateValue(
  { completed, observed }: Completion,
  gaps: readonly CoverageEntry[],
): MeasuredValue {
  return shareValue(completed, observed, gaps);
}

/**
 * The value of `failure_rate.v1`: failed requests divided by observed requests. Requests that callers or policies ended
 * are not failures.
 */
export function failureRateValue({ failed, observed }: Completion, gaps: readonly CoverageEntry[]): MeasuredValue {
  return shareValue(failed, observed, gaps);
}

export const requestsMetric = defineMetric({
  id: 'requests.v1',
  question: 'How many requests were admitted?',
  unit: 'count',
  population: 'requests',
  aggregation: 'count_distinct',
  missing: 'coverage_unknown',
  number: 'Requests observed in the window. Each request counts once, at its first event: its admission or its ending.',
  facetPopulation: 'requests',
  basis: REQUEST_COUNT,
  value: ({ completion }, { traffic }) => requestsValue(completion, traffic),
});

export const outcomesMetric = defineMetric({
  id: 'outcomes.v1',
  question: 'How did requests end?',
  unit: 'count',
  population: 'requests',
  aggregation: 'count',
  missing: 'coverage_unknown',
  number: 'Requests of the window with a known ending; evidence_coverage.completion splits them by ending.',
  facetPopulation: 'requests',
  basis: REQUEST_COUNT,
  value: ({ completion }, { traffic }) => outcomesValue(completion, traffic),
});

export const completionRateMetric = defineMetric({
  id: 'completion_rate.v1',
  question: 'What share of requests succeeded?',
  unit: 'ratio',
  population: 'requests',
  aggregation: 'ratio',
  missing: 'denominator_zero',
  number: 'Succeeded requests divided by requests observed in the window; never a floor.',
  facetPopulation: 'requests',
  basis: REQUEST_COUNT,
  value: ({ completion }, { traffic }) => completionRateValue(completion, traffic),
});

export const failureRateMetric = defineMetric({
  id: 'failure_rate.v1',
  question: 'What share of requests failed?',
  unit: 'ratio',
  population: 'requests',
  aggregation: 'ratio',
  missing: 'denominator_zero',
  number:
    'Failed requests divided by requests observed in the window. Refused, cancelled and partial requests are not failures.',
  facetPopulation: 'requests',
  basis: REQUEST_COUNT,
  value: ({ completion }, { traffic }) => failureRateValue(completion, traffic),
});
