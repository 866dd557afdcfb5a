import { parseMetricName } from '../metric-name.ts';
import type { Metric, ProducedMetric } from './define-metric.ts';
import { appFeedback, ratedRequests } from './feedback.ts';
import { coverage, freshnessLag } from './indexing.ts';
import { firstOutputLatency, responseLatency } from './latencies.ts';
import { modelMix, routeMix } from './mixes.ts';
import { protection } from './protection.ts';
import { releaseAnnotations } from './release-annotations.ts';
import { completionRate, failureRate, outcomes, requests } from './requests.ts';
import { activitySpend, providerSpend } from './spend.ts';
import { teamRuns } from './team-runs.ts';
import { cachedTokens, inputTokens, outputTokens, reasoningTokens, tokens } from './tokens.ts';
import { costPer1000Requests, costPerCompleted } from './unit-costs.ts';
import {
  attentionRules,
  budgetStanding,
  cohortProjection,
  pairedReduction,
  savedView,
  testQuality,
} from './unproduced.ts';

/** All metrics that a question may name, in the order of the catalogue. New metrics go at the end. */
export const METRICS = [
  requests,
  outcomes,
  completionRate,
  providerSpend,
  costPer1000Requests,
  costPerCompleted,
  tokens,
  responseLatency,
  firstOutputLatency,
  routeMix,
  modelMix,
  releaseAnnotations,
  appFeedback,
  ratedRequests,
  activitySpend,
  teamRuns,
  freshnessLag,
  coverage,
  protection,
  testQuality,
  pairedReduction,
  cohortProjection,
  budgetStanding,
  attentionRules,
  savedView,
  inputTokens,
  outputTokens,
  cachedTokens,
  reasoningTokens,
  failureRate,
] as const satisfies readonly Metric[];

export type MetricId = (typeof METRICS)[number]['id'];

const BY_ID: ReadonlyMap<string, Metric> = new Map(METRICS.map((metric) => [metric.id, metric]));
const NAMES = new Set(METRICS.map(({ id }) => parseMetricName(id)?.name));

/** The metric with exactly this name and version; undefined for other ids. */
export function findMetric(id: string): Metric | undefined {
  return BY_ID.get(id);
}

/** The metric with this id; undefined unless this build computes it. */
export function findProduced(id: string): ProducedMetric | undefined {
  const metric = BY_ID.get(id);
  return metric?.producer === 'produced' ? metric : undefined;
}

/** True if the catalogue contains the metric's name, in any version. */
export function isKnownName(id: string): boolean {
  const parsed = parseMetricName(id);
  return parsed !== undefined && NAMES.has(parsed.name);
}
