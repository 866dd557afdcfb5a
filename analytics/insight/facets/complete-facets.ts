import { addSums, NO_SUMS } from '../../../domain/insight/additive-sums.ts';
import { observedRequests } from '../../../domain/insight/figures/completion.ts';
import type { AdditiveSums, FacetKey, GroupKey } from '../../../domain/insight/group-sums.ts';
import { dimensionOf, type Facet } from '../../../domain/insight/dimensions.ts';
import { groupId } from '../question/group-id.ts';
import type { MeasuredGroup } from '../question/measured-facts.ts';
import type { TopValues } from '../question/facts-question.ts';
import { asShown, shownKeys } from './shown-keys.ts';

/** The group that shows open requests in a facet about the ends of requests. */
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
 * The groups as answers show them. Terminals state the end of a request, so a request without one is in no facet group
 * of the facts. The difference between the whole and the facet's groups is added where the facet shows it.
 *
 * @param top the values that are shown by themselves, if not all are
 */
export function completeFacets(
  groups: readonly MeasuredGroup[],
  members: readonly Facet[],
  top?: TopValues,
): MeasuredGroup[] {
  if (members.length === 0) return [...groups];
  const shownAs = top === undefined ? undefined : shownKeys(top);
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

/**
 * True where a request without a terminal may be shown, which no value has a name for: most groups are of a named one.
 */
function mayBeJoined({ facet }: GroupKey): boolean {
  return facet !== undefined && (facet.value === '' || facet.value === 'pending_or_unknown');
}

function named(group: MeasuredGroup): MeasuredGroup {
  const { facet } = group.key;
  const shown = facet && asShown(facet);
  return shown === facet || shown === undefined ? group : { ...group, key: { ...group.key, facet: shown } };
}

function withoutTerminal(whole: AdditiveSums): AdditiveSums {
  const admitted = observedRequests(whole) - whole.ended;
  return admitted === 0n ? NO_SUMS : { ...NO_SUMS, admitted };
}

/** Two groups of one key: what the facts say, and what is derived from the whole. */
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
 * The sums of ended and open requests. Terminals in such a group have no admission in it, so the requests are the sum
 * of both.
 */
function withPending(ended: AdditiveSums, pending: AdditiveSums): AdditiveSums {
  const sums = addSums(ended, pending);
  return { ...sums, admitted: observedRequests(ended) + observedRequests(pending) };
}
