import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import { isSplitBy } from '../../../domain/insight/dimensions.ts';
import {
  NO_FEEDBACK,
  NO_PROTECTION,
  NO_TEAM_RUNS,
  type FeedbackSums,
  type GroupKey,
  type LatencyMeasure,
  type LatencyMetric,
  type ProtectionSums,
  type TeamRunSums,
} from '../../../domain/insight/group-sums.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { topValues } from '../facets/top-values.ts';
import { LAYERS, type Layer } from '../plan/layer-plan.ts';
import { planLatency, type LatencyPlan } from '../plan/plan-latency.ts';
import { planTraffic } from '../plan/plan-traffic.ts';
import type { DimensionSplit } from '../question/dimension-split.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import { groupId } from '../question/group-id.ts';
import type { MarkerCount, MeasuredFacts, MeasuredGroup } from '../question/measured-facts.ts';
import { feedbackSumsQuery, type FeedbackSumsRow } from '../sql/feedback-sums-query.ts';
import type { GroupRow } from '../sql/group-columns.ts';
import { markerCountsQuery, type MarkerCountsRow } from '../sql/marker-counts-query.ts';
import { protectionSumsQuery, type ProtectionSumsRow } from '../sql/protection-sums-query.ts';
import { bindQuestion } from '../sql/question-params.ts';
import { teamRunSumsQuery, type TeamRunSumsRow } from '../sql/team-run-sums-query.ts';
import { groupKeys } from './group-keys.ts';
import { measureLatency, type MeasuredLatency } from './measure-latency.ts';
import { rankValues } from './rank-values.ts';
import { parseInteger } from './read-values.ts';
import { mergeOtherValues, countSamples, sumTraffic } from './sum-traffic.ts';
import { emptyTrafficGroup, type TrafficGroup } from './traffic-group.ts';

export interface MeasureOptions {
  /** The layers that may be read; the answer does not depend on them. */
  readonly layers?: readonly Layer[];
  /** The number of samples of a metric up to which its quantiles are exact. */
  readonly maxExactSamples?: number;
}

interface ProtectionGroup {
  readonly key: GroupKey;
  readonly sums: ProtectionSums;
}
interface FeedbackGroup {
  readonly key: GroupKey;
  readonly included?: FeedbackSums;
  readonly excluded?: FeedbackSums;
}
/** Groups by their id. */
type Groups<Of> = Map<string, Of>;

/**
 * Measures the facts of a question, with concurrent statements for its parts.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export async function measureFacts(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  { layers = LAYERS, maxExactSamples = QUERY_LIMITS.max_exact_samples }: MeasureOptions = {},
): Promise<MeasuredFacts> {
  if (question.dimensions !== undefined)
    return measureDimensions(ask, question, question.dimensions, layers, maxExactSamples);
  const bound = bindQuestion(ask, question);
  const summed = sumTraffic(bound, question, planTraffic(question, layers));
  const latencyPlan = planLatency(question, maxExactSamples, layers);
  if (question.maxValues === undefined) return measureTogether(bound, question, latencyPlan, summed);
  // Measures that are not additive are read for all other values together, so the top values must be known first.
  const sums = await summed;
  const top = topValues(sums, question.facets, question.maxValues);
  const traffic = Promise.resolve(mergeOtherValues(sums, top));
  const withTop = { ...question, top };
  return { ...(await measureTogether(bindQuestion(ask, withTop), withTop, latencyPlan, traffic)), top };
}

/**
 * Measures the values of dimensions. The values with groups of their own are ranked first, so no statement returns more
 * values than an answer shows.
 */
async function measureDimensions(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  split: DimensionSplit,
  layers: readonly Layer[],
  maxExactSamples: number,
): Promise<MeasuredFacts> {
  const traffic = planTraffic(question, layers);
  const ranked = await rankValues(bindQuestion(ask, question), question, split, traffic);
  const shown = { ...question, dimensions: { ...split, shown: ranked.shown } };
  const latencies = planLatency(question, maxExactSamples, layers);
  const bound = bindQuestion(ask, shown);
  return { ...(await measureTogether(bound, shown, latencies, sumTraffic(bound, shown, traffic))), ranked };
}

async function measureTogether(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  latencyPlan: LatencyPlan,
  sums: Promise<readonly TrafficGroup[]>,
): Promise<MeasuredFacts> {
  const samples = sums.then((groups) => (metric: LatencyMetric) => countSamples(groups, metric));
  const [summed, latencies, feedback, runs, protection, markers] = await Promise.all([
    sums,
    measureLatency(ask, question, latencyPlan, samples),
    question.feedback ? sumFeedback(ask, question) : undefined,
    question.teamRuns ? sumTeamRuns(ask, question) : undefined,
    question.protection ? sumProtection(ask, question) : undefined,
    question.markers ? countMarkers(ask, question) : [],
  ]);
  // Copies of thousands of groups would be most of the garbage of some answers.
  if (!(feedback ?? runs ?? protection) && latencies.length === 0) return { groups: summed, markers };
  const traffic = new Map(summed.map((group) => [groupId(group.key), group]));
  // Verdicts and evaluations may arrive before any other event of their request.
  for (const [id, { key }] of [...(feedback ?? []), ...(protection ?? [])])
    if (!traffic.has(id)) traffic.set(id, emptyTrafficGroup(key));
  const groups = [...traffic].map(([id, group]): MeasuredGroup => ({
    ...group,
    ...(feedback && feedbackOf(group.key, feedback.get(id))),
    ...(runs && isSplitBy('team_runs', group.key.facet?.member) && { teamRuns: runs.get(id) ?? NO_TEAM_RUNS }),
    ...(protection &&
      isSplitBy('protection', group.key.facet?.member) && { protection: protection.get(id)?.sums ?? NO_PROTECTION }),
    ...(latencies.length > 0 && { latency: latencies.map((latency) => latencyOf(id, latency)) }),
  }));
  return { groups, markers };
}

async function sumFeedback(ask: RunQuestionQuery, question: FactsQuestion): Promise<Groups<FeedbackGroup>> {
  const groups: Groups<FeedbackGroup> = new Map();
  for (const row of await ask<FeedbackSumsRow>(feedbackSumsQuery(question))) {
    const sums = { verdicts: parseInteger(row.verdicts), ratedRequests: parseInteger(row.rated_requests) };
    for (const key of groupKeys(row, question)) {
      const id = groupId(key);
      groups.set(id, { ...groups.get(id), key, [row.excluded ? 'excluded' : 'included']: sums });
    }
  }
  return groups;
}

function feedbackOf(
  { facet }: GroupKey,
  { included = NO_FEEDBACK, excluded = NO_FEEDBACK }: Partial<FeedbackGroup> = {},
): Pick<MeasuredGroup, 'feedback' | 'excludedFeedback'> {
  return isSplitBy('feedback', facet?.member) ? { feedback: included, excludedFeedback: excluded } : {};
}

async function sumTeamRuns(ask: RunQuestionQuery, question: FactsQuestion): Promise<Groups<TeamRunSums>> {
  const rows = await ask<TeamRunSumsRow>(teamRunSumsQuery(question));
  return byGroup(rows, question, (row) => ({ runs: parseInteger(row.runs), untraced: parseInteger(row.untraced) }));
}

async function sumProtection(ask: RunQuestionQuery, question: FactsQuestion): Promise<Groups<ProtectionGroup>> {
  const rows = await ask<ProtectionSumsRow>(protectionSumsQuery(question));
  return byGroup(rows, question, (row, key) => ({
    key,
    sums: {
      eligible: parseInteger(row.eligible),
      evaluated: parseInteger(row.evaluated),
      blocked: parseInteger(row.blocked),
      modified: parseInteger(row.modified),
      errors: parseInteger(row.errors),
      notExecuted: parseInteger(row.not_executed),
      blockedRequests: parseInteger(row.blocked_requests),
    },
  }));
}

async function countMarkers(ask: RunQuestionQuery, question: FactsQuestion): Promise<MarkerCount[]> {
  const rows = await ask<MarkerCountsRow>(markerCountsQuery(question));
  return rows.map((row) => ({
    ...(question.grain !== undefined && { bucketMs: row.bucket * 1_000 }),
    ...(question.facets.includes('release') && { releaseId: row.release }),
    markers: parseInteger(row.markers),
  }));
}

function byGroup<Row extends GroupRow, Of>(
  rows: readonly Row[],
  question: FactsQuestion,
  sums: (row: Row, key: GroupKey) => Of,
): Groups<Of> {
  return new Map(rows.flatMap((row) => groupKeys(row, question).map((key) => [groupId(key), sums(row, key)] as const)));
}

function latencyOf(id: string, { metric, method, groups }: MeasuredLatency): LatencyMeasure {
  return { metric, method, populations: groups.get(id) ?? [{ outcome: 'overall', samples: 0n }] };
}
