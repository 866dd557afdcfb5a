import type { FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import type { Facet } from '../../../domain/insight/dimensions.ts';
import { groupId } from '../question/group-id.ts';
import type { TopValues } from '../question/facts-question.ts';

/** The key under which the facts of a key are shown: its own, or that of all other values of its facet. */
export function shownKeys(top: TopValues): (key: GroupKey) => GroupKey {
  const kept = new Set(top.map(groupId));
  return (key) => {
    const { purpose, facet } = key;
    if (facet === undefined || facet.other || kept.has(groupId({ purpose, facet: asShown(facet) }))) return key;
    return { ...key, facet: otherOf(facet.member) };
  };
}

/** All values of a facet that are not shown by themselves. */
export function otherOf(member: Facet): FacetKey {
  return { member, value: '', unserved: false, other: true };
}

/** An end that nobody knows is shown with the requests that have none. */
export function asShown(facet: FacetKey): FacetKey {
  return facet.member === 'outcome' && facet.value === 'unknown' ? { ...facet, value: 'pending_or_unknown' } : facet;
}
