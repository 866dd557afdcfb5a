import { addSums } from '../../../domain/insight/additive-sums.ts';
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

/** The groups of a series without its buckets; those of any other answer as they are. */
export function overWindow(groups: readonly SummedGroup[]): SummedGroup[] {
  const merged = new Map<string, { key: GroupKey; all: AdditiveSums[]; excluded: AdditiveSums[] }>();
  for (const { key, sums, excluded } of groups) {
    const { purpose, facet } = key;
    const line = { purpose, ...(facet && { facet }) };
    const id = groupId(line);
    const held = merged.get(id);
    if (held === undefined) merged.set(id, { key: line, all: [sums], excluded: [excluded] });
    else {
      held.all.push(sums);
      held.excluded.push(excluded);
    }
  }
  return [...merged.values()].map(({ key, all, excluded }) => ({
    key,
    sums: addSums(all),
    excluded: addSums(excluded),
  }));
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
