import { additiveValue } from '../additive-value.ts';
import type { CoverageEntry } from '../coverage.ts';
import type { FeedbackSums } from '../group-sums.ts';
import { unavailableValue, type MeasuredValue } from '../measured-value.ts';
import { defineMetric } from './define-metric.ts';
import { VERDICT_COUNT } from './fact-count.ts';

/** The value of `app_feedback.v1`: verdicts whose newest revision occurred in the span. */
export function feedbackValue(sums: FeedbackSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return verdictCount(sums.verdicts, sums, gaps);
}

/** The value of `app_feedback_rated_requests.v1`: the distinct requests of those verdicts. */
export function ratedRequestsValue(sums: FeedbackSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  return verdictCount(sums.ratedRequests, sums, gaps);
}

/**
 * A count of verdicts. Feedback is voluntary, so a span without verdicts is not observed rather than a count of zero.
 */
function verdictCount(number: bigint, { verdicts }: FeedbackSums, gaps: readonly CoverageEntry[]): MeasuredValue {
  if (verdicts === 0n && gaps.length === 0) return unavailableValue('not_observed');
  return additiveValue({ number, unit: 'count', known: verdicts, missing: gaps });
}

export const appFeedbackMetric = defineMetric({
  id: 'app_feedback.v1',
  question: 'How many verdicts did applications report?',
  unit: 'count',
  population: 'feedback',
  aggregation: 'count',
  missing: 'not_observed',
  number: 'Verdicts whose newest revision occurred in the window.',
  facetPopulation: 'feedback',
  basis: VERDICT_COUNT,
  value: ({ feedback }, { controlPlane }) => feedbackValue(feedback, controlPlane),
});

export const ratedRequestsMetric = defineMetric({
  id: 'app_feedback_rated_requests.v1',
  question: 'How many requests were rated?',
  unit: 'count',
  population: 'feedback',
  aggregation: 'count_distinct',
  missing: 'not_observed',
  number: 'Distinct requests of the verdicts whose newest revision occurred in the window.',
  facetPopulation: 'feedback',
  basis: VERDICT_COUNT,
  value: ({ feedback }, { controlPlane }) => ratedRequestsValue(feedback, controlPlane),
});
