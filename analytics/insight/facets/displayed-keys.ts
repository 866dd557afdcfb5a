import type { FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import type { GroupMember } from '../../../domain/insight/dimensions.ts';
import { groupId } from '../question/group-id.ts';
import type { TopValues } from '../question/top-values.ts';

/** Maps the key of facts to the key under which they are shown: the same, or that of all other values of the facet. */
export function displayedKeys(top: TopValues): (key: GroupKey) => GroupKey {
  const kept = new Set(top.map(groupId));
  return (key) => {
    const { purpose, facet } = key;
    if (facet === undefined || facet.other || kept.has(groupId({ purpose, facet: displayedFacet(facet) }))) return key;
    return { ...key, facet: otherGroupKey(facet.member) };
  };
}

/** The key of all values of a facet without groups of their own. */
export function otherGroupKey(member: GroupMember): FacetKey {
  return { member, value: '', unserved: false, other: true };
}

/** The facet as answers show it: an unknown outcome is shown with the pending requests. */
export function displayedFacet(facet: FacetKey): FacetKey {
  return facet.member === 'outcome' && facet.value === 'unknown' ? { ...facet, value: 'pending_or_unknown' } : facet;
}
