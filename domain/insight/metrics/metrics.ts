import { parseMetricName } from '../metric-name.ts';
import type { Metric, ProducedMetric } from './define-metric.ts';
import { appFeedbackMetric, ratedRequestsMetric } from './feedback.ts';
import { coverageMetric, freshnessLagMetric } from './indexing.ts';
import { firstOutputLatencyMetric, responseLatencyMetric } from './latencies.ts';
import { modelMixMetric, routeMixMetric } from './mixes.ts';
import { protectionMetric } from './protection.ts';
import { releaseAnnotationsMetric } from './release-annotations.ts';
import { completionRateMetric, failureRateMetric, outcomesMetric, requestsMetric } from './requests.ts';
import { activitySpendMetric, providerSpendMetric } from './spend.ts';
import { teamRunsMetric } from './team-runs.ts';
import {
  cachedTokensMetric,
  inputTokensMetric,
  outputTokensMetric,
  reasoningTokensMetric,
  tokensMetric,
} from './tokens.ts';
import { costPer1000RequestsMetric, costPerCompletedMetric } from './unit-costs.ts';
import {
  attentionRulesMetric,
  budgetStandingMetric,
  cohortProjectionMetric,
  pairedReductionMetric,
  savedViewMetric,
  testQualityMetric,
} from './unproduced.ts';

/** All metrics that a question may name, in the order of the catalogue. New metrics go at the end. */
export const METRICS = [
  requestsMetric,
  outcomesMetric,
  completionRateMetric,
  providerSpendMetric,
  costPer1000RequestsMetric,
  costPerCompletedMetric,
  tokensMetric,
  responseLatencyMetric,
  firstOutputLatencyMetric,
  routeMixMetric,
  modelMixMetric,
  releaseAnnotationsMetric,
  appFeedbackMetric,
  ratedRequestsMetric,
  activitySpendMetric,
  teamRunsMetric,
  freshnessLagMetric,
  coverageMetric,
  protectionMetric,
  testQualityMetric,
  pairedReductionMetric,
  cohortProjectionMetric,
  budgetStandingMetric,
  attentionRulesMetric,
  savedViewMetric,
  inputTokensMetric,
  outputTokensMetric,
  cachedTokensMetric,
  reasoningTokensMetric,
  failureRateMetric,
] as const satisfies readonly Metric[];

export type MetricId = (typeof METRICS)[number]['id'];

const BY_ID: ReadonlyMap<string, Metric> = new Map(METRICS.map((metric) => [metric.id, metric]));
const NAMES = new Set(METRICS.map(({ id }) => parseMetricName(id)?.name));

/** The metric with exactly this name and version; undefined for other ids. */
export function findMetric(id: string): Metric | undefined {
  return BY_ID.get(id);
}

/** The metric with this id; undefined unless this build computes it. */
export function findProducedMetric(id: string): ProducedMetric | undefined {
  const metric = BY_ID.get(id);
  return metric?.producer === 'produced' ? metric : undefined;
}

/** True if the catalogue contains the metric's name, in any version. */
export function isKnownName(id: string): boolean {
  const parsed = parseMetricName(id);
  return parsed !== undefined && NAMES.has(parsed.name);
}
