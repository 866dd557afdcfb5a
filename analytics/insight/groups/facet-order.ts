import { NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { observedRequests } from '../../../domain/insight/figures/completion.ts';
import type { AdditiveSums, FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import { groupId } from '../statements/group-columns.ts';

/** The sums of a group, without what else was measured of it. */
export interface SummedGroup {
  readonly key: GroupKey;
  readonly sums: AdditiveSums;
  readonly excluded: AdditiveSums;
}

/** A facet value of one purpose, and its sums over the whole window. */
export interface FacetValue {
  readonly facet: FacetKey;
  readonly sums: AdditiveSums;
}

/** What decides the place of a value, and whether it has one. */
type Weight = Record<'admitted' | 'ended' | 'attempts' | 'effects', bigint>;

/** The groups without their buckets, each with the sums over the window that decide its place. All other sums are zero. */
export function overWindow(groups: readonly SummedGroup[]): SummedGroup[] {
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
  return { admitted: 0n, ended: 0n, attempts: 0n, effects: 0n };
}

/** In place: a series of thousands of groups has a few lines. */
function addWeight(weight: Weight, sums: AdditiveSums): void {
  if (sums === NO_SUMS) return;
  weight.admitted += sums.admitted;
  weight.ended += sums.ended;
  weight.attempts += sums.attempts;
  weight.effects += sums.effects;
}

/** Most requests first, then most attempts, then most cost effects; money decides no order. Ties go by value. */
export function byWeight(one: FacetValue, other: FacetValue): number {
  return (
    descending(observedRequests(one.sums), observedRequests(other.sums)) ||
    descending(one.sums.attempts, other.sums.attempts) ||
    descending(one.sums.effects, other.sums.effects) ||
    Number(one.facet.unserved) - Number(other.facet.unserved) ||
    (one.facet.value < other.facet.value ? -1 : 1)
  );
}

/** True where anything but verdicts and evaluations is known. */
export function holdsTraffic({ admitted, ended, attempts, effects }: AdditiveSums): boolean {
  return admitted > 0n || ended > 0n || attempts > 0n || effects > 0n;
}

function descending(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? -1 : 1;
}
