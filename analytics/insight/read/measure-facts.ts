import { QUERY_LIMITS } from '../../../contracts/insight/terms/query-limits.ts';
import { addSums, NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { isSplitBy } from '../../../domain/insight/dimensions.ts';
import {
  NO_FEEDBACK,
  NO_PROTECTION,
  NO_TEAM_RUNS,
  type AdditiveSums,
  type FeedbackSums,
  type GroupKey,
  type LatencyMeasure,
  type LatencyMetric,
  type ProtectionSums,
  type TeamRunSums,
} from '../../../domain/insight/group-sums.ts';
import { shownKeys } from '../groups/shown-keys.ts';
import { topValues } from '../groups/top-values.ts';
import { groupId, groupKeys, integer, keysOfBucket, type GroupRow } from '../sql/group-columns.ts';
import { LAYERS, layersOf, planOf, type Layer } from '../plan/layer-plan.ts';
import type { Ask } from '../question/bound-query.ts';
import type {
  FactsQuestion,
  MarkerCount,
  MeasuredFacts,
  MeasuredGroup,
  TopValues,
} from '../question/measured-facts.ts';
import { feedbackSumsQuery, type FeedbackRow } from '../sql/feedback-sums-query.ts';
import { markerCountsQuery, type MarkerRow } from '../sql/marker-counts-query.ts';
import { protectionSumsQuery, type ProtectionRow } from '../sql/protection-sums-query.ts';
import { teamRunSumsQuery, type TeamRunRow } from '../sql/team-run-sums-query.ts';
import { isRolledUp, planTraffic } from '../plan/plan-traffic.ts';
import { trafficSumsQuery, type TrafficRow } from '../sql/traffic-sums-query.ts';
import { readLayers } from './read-layers.ts';
import { measureLatency, type MeasuredLatency } from './measure-latency.ts';
import { figureReader, isOfNoGroup } from './figure-reader.ts';

export interface MeasureOptions {
  /** The layers that may be read; the answer is the same whichever they are. */
  readonly layers?: readonly Layer[];
  /** Samples of a metric up to which its levels are exact. */
  readonly maxExactSamples?: number;
}

interface TrafficGroup {
  readonly key: GroupKey;
  sums: AdditiveSums;
  excluded: AdditiveSums;
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
/** By group id. */
type Groups<Of> = Map<string, Of>;

/**
 * What the facts of a question add up to. Its parts are asked side by side.
 *
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export async function measureFacts(
  ask: Ask,
  question: FactsQuestion,
  { layers = LAYERS, maxExactSamples = QUERY_LIMITS.max_exact_samples }: MeasureOptions = {},
): Promise<MeasuredFacts> {
  const used = layersOf(question.grain).filter((layer) => layers.includes(layer));
  const summed = sumTraffic(ask, question, isRolledUp(question) ? used : ['facts']);
  if (question.most === undefined) return measureBeside(ask, question, used, summed, maxExactSamples);
  // What does not add up is measured of all other values together, so that they have to be known.
  const sums = await summed;
  const top = topValues(sums, question.facets, question.most);
  const traffic = Promise.resolve(gathered(sums, top));
  return { ...(await measureBeside(ask, { ...question, top }, used, traffic, maxExactSamples)), top };
}

async function measureBeside(
  ask: Ask,
  question: FactsQuestion,
  used: readonly Layer[],
  sums: Promise<readonly TrafficGroup[]>,
  maxExactSamples: number,
): Promise<MeasuredFacts> {
  const samples = sums.then((groups) => (metric: LatencyMetric) => samplesOf(groups, metric));
  const [summed, latencies, feedback, runs, protection, markers] = await Promise.all([
    sums,
    measureLatency(ask, question, used, samples, maxExactSamples),
    question.feedback ? sumFeedback(ask, question) : undefined,
    question.teamRuns ? sumTeamRuns(ask, question) : undefined,
    question.protection ? sumProtection(ask, question) : undefined,
    question.markers ? countMarkers(ask, question) : [],
  ]);
  // Copies of thousands of groups are most of what some answers leave to the collector.
  if (!(feedback ?? runs ?? protection) && latencies.length === 0) return { groups: summed, markers };
  const traffic = new Map(summed.map((group) => [groupId(group.key), group]));
  // Verdicts and evaluations may be there before anything else of their request.
  for (const [id, { key }] of [...(feedback ?? []), ...(protection ?? [])])
    if (!traffic.has(id)) traffic.set(id, noTraffic(key));
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

/** The same with the values that are not shown by themselves as one. */
function gathered(groups: readonly TrafficGroup[], top: TopValues): TrafficGroup[] {
  const shownAs = shownKeys(top);
  const all: Groups<TrafficGroup> = new Map();
  for (const group of groups) {
    const key = shownAs(group.key);
    const id = groupId(key);
    const held = all.get(id) ?? noTraffic(key);
    all.set(id, held);
    held.sums = addSums(held.sums, group.sums);
    held.excluded = addSums(held.excluded, group.excluded);
  }
  return [...all.values()];
}

async function sumTraffic(ask: Ask, question: FactsQuestion, layers: readonly Layer[]): Promise<TrafficGroup[]> {
  const rows = await readLayers<TrafficRow>(ask, planOf(question, layers), layers, (plan, round) =>
    trafficSumsQuery(question, planTraffic(question, plan, round)),
  );
  const read = figureReader(question);
  // By line and by bucket: texts of thousands of groups take longer to make than their sums.
  const lines = new Map<string, Map<number, readonly TrafficGroup[]>>();
  const groups: TrafficGroup[] = [];
  for (const row of rows) {
    if (isOfNoGroup(row)) continue;
    const id = `${row.purpose} ${row.member} ${row.unserved} ${row.value}`;
    const line = lines.get(id) ?? new Map<number, readonly TrafficGroup[]>();
    lines.set(id, line);
    const side = row.excluded ? 'excluded' : 'sums';
    for (const { bucket, sums } of read(row)) {
      const held = line.get(bucket) ?? keysOfBucket(row, bucket, question).map(noTraffic);
      if (!line.has(bucket)) groups.push(...held);
      line.set(bucket, held);
      for (const group of held) group[side] = addSums(group[side], sums);
    }
  }
  // Where all of a group's requests ended in ways that are not chosen, nothing of it is left.
  if (question.chosen.length === 0) return groups;
  return groups.filter(({ sums, excluded }) => !(isNothing(sums) && isNothing(excluded)));
}

function isNothing(sums: AdditiveSums): boolean {
  return Object.values(sums).every((sum) => sum === 0n);
}

async function sumFeedback(ask: Ask, question: FactsQuestion): Promise<Groups<FeedbackGroup>> {
  const groups: Groups<FeedbackGroup> = new Map();
  for (const row of await ask<FeedbackRow>(feedbackSumsQuery(question))) {
    const sums = { verdicts: integer(row.verdicts), ratedRequests: integer(row.rated_requests) };
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

async function sumTeamRuns(ask: Ask, question: FactsQuestion): Promise<Groups<TeamRunSums>> {
  const rows = await ask<TeamRunRow>(teamRunSumsQuery(question));
  return byGroup(rows, question, (row) => ({ runs: integer(row.runs), untraced: integer(row.untraced) }));
}

async function sumProtection(ask: Ask, question: FactsQuestion): Promise<Groups<ProtectionGroup>> {
  const rows = await ask<ProtectionRow>(protectionSumsQuery(question));
  return byGroup(rows, question, (row, key) => ({
    key,
    sums: {
      eligible: integer(row.eligible),
      evaluated: integer(row.evaluated),
      blocked: integer(row.blocked),
      modified: integer(row.modified),
      errors: integer(row.errors),
      notExecuted: integer(row.not_executed),
      blockedRequests: integer(row.blocked_requests),
    },
  }));
}

async function countMarkers(ask: Ask, question: FactsQuestion): Promise<MarkerCount[]> {
  const rows = await ask<MarkerRow>(markerCountsQuery(question));
  return rows.map((row) => ({
    ...(question.grain !== undefined && { bucketMs: row.bucket * 1_000 }),
    ...(question.facets.includes('release') && { releaseId: row.release }),
    markers: integer(row.markers),
  }));
}

function byGroup<Row extends GroupRow, Of>(
  rows: readonly Row[],
  question: FactsQuestion,
  sums: (row: Row, key: GroupKey) => Of,
): Groups<Of> {
  return new Map(rows.flatMap((row) => groupKeys(row, question).map((key) => [groupId(key), sums(row, key)] as const)));
}

function noTraffic(key: GroupKey): TrafficGroup {
  return { key, sums: NO_SUMS, excluded: NO_SUMS };
}

/** Samples of a metric in the whole question: those of the whole purposes, over all buckets. */
function samplesOf(groups: readonly TrafficGroup[], metric: LatencyMetric): bigint {
  const figure = metric === 'response_latency.v1' ? 'response_samples' : 'first_output_samples';
  let samples = 0n;
  for (const { key, sums } of groups.values()) if (key.facet === undefined) samples += sums[figure];
  return samples;
}

function latencyOf(id: string, { metric, method, groups }: MeasuredLatency): LatencyMeasure {
  return { metric, method, populations: groups.get(id) ?? [{ outcome: 'overall', samples: 0n }] };
}
