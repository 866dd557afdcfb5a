import { addSums, NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import type { AdditiveSums, GroupKey, LatencyMetric } from '../../../domain/insight/group-sums.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { displayedKeys } from '../facets/displayed-keys.ts';
import { planQuestionLayers } from '../plan/layer-plan.ts';
import { planRound, type TrafficPlan } from '../plan/plan-traffic.ts';
import type { FactsQuestion, TopValues } from '../question/facts-question.ts';
import { groupId } from '../question/group-id.ts';
import { trafficSumsQuery, type TrafficSumsRow } from '../sql/traffic-sums-query.ts';
import { figureReader, hasNoFacetGroup } from './figure-reader.ts';
import { bucketGroupKeys } from './group-keys.ts';
import { readLayers } from './read-layers.ts';

/** The sums of a group's traffic, with those of its excluded facts. */
export interface TrafficGroup {
  readonly key: GroupKey;
  sums: AdditiveSums;
  excluded: AdditiveSums;
}
/**
 * The additive sums of a question, by group.
 *
 * @throws Refusal as `ask` does, or `budget_exceeded`
 */
export async function sumTraffic(
  ask: RunQuestionQuery,
  question: FactsQuestion,
  plan: TrafficPlan,
): Promise<TrafficGroup[]> {
  const rows = await readLayers<TrafficSumsRow>(
    ask,
    planQuestionLayers(question, plan.layers),
    plan.layers,
    (layers, round) => trafficSumsQuery(question, planRound(plan, layers, round)),
  );
  const read = figureReader(plan);
  // By line and by bucket: building the texts of thousands of groups takes longer than their sums.
  const lines = new Map<string, Map<number, readonly TrafficGroup[]>>();
  const groups: TrafficGroup[] = [];
  for (const row of rows) {
    if (hasNoFacetGroup(row)) continue;
    const id = `${row.purpose} ${row.member} ${row.unserved} ${row.value}`;
    const line = lines.get(id) ?? new Map<number, readonly TrafficGroup[]>();
    lines.set(id, line);
    const side = row.excluded ? 'excluded' : 'sums';
    for (const { bucket, sums } of read(row)) {
      const held = line.get(bucket) ?? bucketGroupKeys(row, bucket, question).map(emptyTrafficGroup);
      if (!line.has(bucket)) groups.push(...held);
      line.set(bucket, held);
      for (const group of held) group[side] = addSums(group[side], sums);
    }
  }
  // A group is empty if all of its requests ended in ways that are not chosen.
  if (question.chosen.length === 0) return groups;
  return groups.filter(({ sums, excluded }) => !(isNothing(sums) && isNothing(excluded)));
}

function isNothing(sums: AdditiveSums): boolean {
  return Object.values(sums).every((sum) => sum === 0n);
}

/** The groups, in which the values without groups of their own are combined. */
export function mergeOtherValues(groups: readonly TrafficGroup[], top: TopValues): TrafficGroup[] {
  const shownAs = displayedKeys(top);
  const all = new Map<string, TrafficGroup>();
  for (const group of groups) {
    const key = shownAs(group.key);
    const id = groupId(key);
    const held = all.get(id) ?? emptyTrafficGroup(key);
    all.set(id, held);
    held.sums = addSums(held.sums, group.sums);
    held.excluded = addSums(held.excluded, group.excluded);
  }
  return [...all.values()];
}

/** A group without traffic. */
export function emptyTrafficGroup(key: GroupKey): TrafficGroup {
  return { key, sums: NO_SUMS, excluded: NO_SUMS };
}

/** The number of samples of a metric in the complete question: those of the complete purposes, over all buckets. */
export function countSamples(groups: readonly TrafficGroup[], metric: LatencyMetric): bigint {
  const figure = metric === 'response_latency.v1' ? 'response_samples' : 'first_output_samples';
  let samples = 0n;
  for (const { key, sums } of groups.values()) if (key.facet === undefined) samples += sums[figure];
  return samples;
}
