import type { AdditiveSums, GroupKey } from '../../domain/insight/group-sums.ts';
import { groupId, groupKey, underPurpose } from './group-columns.ts';
import { LAYERS, planLayers, type Layer } from './layer-plan.ts';
import { readLayers } from './layered-read.ts';
import type { FactsQuestion, MeasuredFacts } from './measured-facts.ts';
import type { Ask } from './statement.ts';
import { addFigures, noSums, trafficSumsQuery, type TrafficRow } from './traffic-sums.ts';

interface GroupDraft {
  readonly key: GroupKey;
  sums: AdditiveSums;
  excluded: AdditiveSums;
}

/**
 * What the facts of a question add up to.
 *
 * @param layers those that may be read; the answer is the same whichever they are
 * @throws Refusal `budget_exceeded` or `dependency_unavailable`
 */
export async function measureFacts(
  ask: Ask,
  question: FactsQuestion,
  { layers = LAYERS }: { readonly layers?: readonly Layer[] } = {},
): Promise<MeasuredFacts> {
  const groups = await sumTraffic(ask, question, layers);
  return { groups: [...groups.values()], markers: [] };
}

async function sumTraffic(
  ask: Ask,
  question: FactsQuestion,
  allowed: readonly Layer[],
): Promise<Map<string, GroupDraft>> {
  const layers = question.grain === 'hour' ? allowed.filter((layer) => layer !== 'days') : allowed;
  const rows = await readLayers<TrafficRow>(ask, planLayers(question, layers), layers, (plan) =>
    trafficSumsQuery(question, plan),
  );
  const groups = new Map<string, GroupDraft>();
  for (const row of rows) {
    const key = groupKey(row, question.grain);
    const keys = question.facets.includes('purpose') && key.facet === undefined ? [key, underPurpose(key)] : [key];
    for (const each of keys) {
      const group = held(groups, each);
      const side = row.excluded ? 'excluded' : 'sums';
      group[side] = addFigures(group[side], row, question.money);
    }
  }
  return groups;
}

function held(groups: Map<string, GroupDraft>, key: GroupKey): GroupDraft {
  const id = groupId(key);
  const group = groups.get(id) ?? { key, sums: noSums(), excluded: noSums() };
  groups.set(id, group);
  return group;
}
