import { addSums } from '../../../domain/insight/additive-sums.ts';
import type { AdditiveSums, LatencyMetric } from '../../../domain/insight/group-sums.ts';
import type { RunQuestionQuery } from '../../statements/bound-query.ts';
import { displayedKeys } from '../facets/displayed-keys.ts';
import { planQuestionLayers } from '../plan/layer-plan.ts';
import { planRound, type TrafficPlan } from '../plan/plan-traffic.ts';
import type { FactsQuestion } from '../question/facts-question.ts';
import type { TopValues } from '../question/top-values.ts';
import { groupId } from '../question/group-id.ts';
import { trafficSumsQuery, type TrafficSumsRow } from '../sql/traffic-sums-query.ts';
import { figureReader, hasNoFacetGroup } from './figure-reader.ts';
import { bucketGroupKeys } from './group-keys.ts';
import { readLayers } from './read-layers.ts';
import { emptyTrafficGroup, type TrafficGroup } from './traffic-group.ts';
import { UnnamedDays } from './unnamed-days.ts';

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
  const unnamed = new UnnamedDays(question);
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
      unnamed.add(row, bucket, sums);
    }
  }
  if (question.dimensions !== undefined) return mergeGroups([...groups, ...unnamed.groups]);
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
  return mergeGroups(groups.map((group) => ({ ...group, key: shownAs(group.key) })));
}

/** The groups, in which those with equal keys are combined. */
function mergeGroups(groups: readonly TrafficGroup[]): TrafficGroup[] {
  const all = new Map<string, TrafficGroup>();
  for (const group of groups) {
    const { key } = group;
    const id = groupId(key);
    const held = all.get(id) ?? emptyTrafficGroup(key);
    all.set(id, held);
    held.sums = addSums(held.sums, group.sums);
    held.excluded = addSums(held.excluded, group.excluded);
  }
  return [...all.values()];
}

/** The number of samples of a metric in the complete question: those of the complete purposes, over all buckets. */
export function countSamples(groups: readonly TrafficGroup[], metric: LatencyMetric): bigint {
  const figure = metric === 'response_latency.v1' ? 'response_samples' : 'first_output_samples';
  let samples = 0n;
  for (const { key, sums } of groups.values()) if (key.facet === undefined) samples += sums[figure];
  return samples;
}
