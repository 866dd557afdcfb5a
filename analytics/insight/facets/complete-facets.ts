import { addSums, NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { observedRequests } from '../../../domain/insight/figures/completion.ts';
import type { AdditiveSums, FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import { dimensionOf, type Facet } from '../../../domain/insight/dimensions.ts';
import { groupId } from '../question/group-id.ts';
import type { MeasuredGroup } from '../question/measured-facts.ts';
import type { TopValues } from '../question/top-values.ts';
import { displayedFacet, displayedKeys } from './displayed-keys.ts';

/** The group that shows pending requests, in a facet about the ends of requests. */
function placeOfPending(member: Facet): FacetKey | undefined {
  const { pendingAs } = dimensionOf(member);
  if (pendingAs === undefined) return undefined;
  return {
    member,
    value: pendingAs === 'pending_or_unknown' ? pendingAs : '',
    unserved: pendingAs === 'unserved',
  };
}

/**
 * The groups as answers show them. The facts of a facet about ends have no requests without a terminal. These are the
 * difference between the total and the groups of the facet, and are added to the group that shows them.
 *
 * @param top the values with groups of their own, if not all have one
 */
export function completeFacets(
  groups: readonly MeasuredGroup[],
  members: readonly Facet[],
  top?: TopValues,
): MeasuredGroup[] {
  if (members.length === 0) return [...groups];
  const shownAs = top === undefined ? undefined : displayedKeys(top);
  const completed = new Map<string, MeasuredGroup>();
  const add = (group: MeasuredGroup): void => {
    const id = groupId(group.key);
    completed.set(id, joined(completed.get(id), group));
  };
  const alone: MeasuredGroup[] = [];
  for (const group of groups) {
    const shown = named(group);
    if (mayBeJoined(shown.key)) add(shown);
    else alone.push(shown);
  }
  const places = members.flatMap((member) => placeOfPending(member) ?? []);
  for (const whole of groups) {
    const { key } = whole;
    if (key.facet !== undefined) continue;
    const [sums, excluded] = [withoutTerminal(whole.sums), withoutTerminal(whole.excluded)];
    if (sums === NO_SUMS && excluded === NO_SUMS) continue;
    for (const facet of places) {
      const place = { ...key, facet };
      add({ key: shownAs?.(place) ?? place, sums, excluded });
    }
  }
  return [...alone, ...completed.values()];
}

/** True for a group that may show requests without a terminal. Most groups have a named value and cannot. */
function mayBeJoined({ facet }: GroupKey): boolean {
  return facet !== undefined && (facet.value === '' || facet.value === 'pending_or_unknown');
}

function named(group: MeasuredGroup): MeasuredGroup {
  const { facet } = group.key;
  const shown = facet && displayedFacet(facet);
  return shown === facet || shown === undefined ? group : { ...group, key: { ...group.key, facet: shown } };
}

function withoutTerminal(whole: AdditiveSums): AdditiveSums {
  const admitted = observedRequests(whole) - whole.ended;
  return admitted === 0n ? NO_SUMS : { ...NO_SUMS, admitted };
}

/** Joins two groups of one key: the one from the facts, and the one derived from the total. */
function joined(facts: MeasuredGroup | undefined, added: MeasuredGroup): MeasuredGroup {
  if (facts === undefined) return added;
  return {
    ...added,
    ...facts,
    sums: withPending(facts.sums, added.sums),
    excluded: withPending(facts.excluded, added.excluded),
  };
}

/**
 * The sums of ended and pending requests. The terminals of such a group have no admissions in it, so its requests are
 * the sum of both.
 */
function withPending(ended: AdditiveSums, pending: AdditiveSums): AdditiveSums {
  const sums = addSums(ended, pending);
  return { ...sums, admitted: observedRequests(ended) + observedRequests(pending) };
}
