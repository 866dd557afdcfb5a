import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { observedRequests } from '../../../domain/insight/figures/completion.ts';
import type { AdditiveSums, FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import { groupId } from '../question/group-id.ts';
import type { MeasuredGroup } from '../question/measured-facts.ts';

/** The sums of a group, without its other measurements. */
export interface SummedGroup {
  readonly key: GroupKey;
  readonly sums: AdditiveSums;
  readonly excluded: AdditiveSums;
}

/** A facet value of one purpose, and its sums over the complete window. */
export interface FacetValue {
  readonly facet: FacetKey;
  readonly sums: AdditiveSums;
}

/** The figures that determine the rank of a value, and whether it has one. */
type Weight = Pick<AdditiveSums, (typeof WEIGHED)[number]>;

/**
 * The figures of a weight. The last four count effects without the transitions of their prices: when a price becomes
 * known, one count decreases and another increases.
 */
const WEIGHED = [
  ...(['admitted', 'ended', 'attempts', 'effects'] as const),
  ...(['priced', 'pending', 'unpriced', 'adjustments'] as const),
] as const satisfies readonly (keyof AdditiveSums)[];

/**
 * The groups without their buckets, each with the sums over the window that determine its rank. All other sums are
 * zero.
 */
export function sumOverWindow(groups: readonly SummedGroup[]): SummedGroup[] {
  const merged = new Map<string, { readonly key: GroupKey; readonly sums: Weight; readonly excluded: Weight }>();
  for (const { key, sums, excluded } of groups) {
    const { purpose, facet } = key;
    const line = facet === undefined ? { purpose } : { purpose, facet };
    const id = groupId(line);
    const held = merged.get(id) ?? { key: line, sums: noWeight(), excluded: noWeight() };
    merged.set(id, held);
    addWeight(held.sums, sums);
    addWeight(held.excluded, excluded);
  }
  return [...merged.values()].map(({ key, sums, excluded }) => ({
    key,
    sums: { ...NO_SUMS, ...sums },
    excluded: { ...NO_SUMS, ...excluded },
  }));
}

function noWeight(): Weight {
  return {
    ...{ admitted: 0n, ended: 0n, attempts: 0n, effects: 0n },
    ...{ priced: 0n, pending: 0n, unpriced: 0n, adjustments: 0n },
  };
}

/** Adds in place, because a series has thousands of groups but few lines. */
function addWeight(weight: { -readonly [Figure in keyof Weight]: bigint }, sums: AdditiveSums): void {
  if (sums === NO_SUMS) return;
  for (const figure of WEIGHED) weight[figure] += sums[figure];
}

/**
 * Compares values: the most requests first, then the most attempts, then the most cost effects. Money never determines
 * the order. Ties are ordered by value.
 */
export function compareByTraffic(one: FacetValue, other: FacetValue): number {
  return (
    descending(observedRequests(one.sums), observedRequests(other.sums)) ||
    descending(one.sums.attempts, other.sums.attempts) ||
    descending(countedEffects(one.sums), countedEffects(other.sums)) ||
    Number(one.facet.unserved) - Number(other.facet.unserved) ||
    (one.facet.value < other.facet.value ? -1 : 1)
  );
}

function countedEffects({ priced, pending, unpriced, adjustments }: AdditiveSums): bigint {
  return priced + pending + unpriced + adjustments;
}

/** True if a group has facts other than verdicts and evaluations. */
export function hasTraffic({ admitted, ended, attempts, effects }: AdditiveSums): boolean {
  return admitted > 0n || ended > 0n || attempts > 0n || effects > 0n;
}

/** True if a group has facts: traffic, verdicts or evaluations, excluded ones included. */
export function hasAnyFact({ sums, excluded, feedback, excludedFeedback, protection }: MeasuredGroup): boolean {
  return (
    (protection !== undefined && protection.evaluated + protection.errors + protection.notExecuted > 0n) ||
    hasTraffic(sums) ||
    hasTraffic(excluded) ||
    (feedback?.verdicts ?? 0n) > 0n ||
    (excludedFeedback?.verdicts ?? 0n) > 0n
  );
}

function descending(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? -1 : 1;
}
