import { NO_SUMS, addSums } from '../../domain/insight/additive-sums.ts';
import { observedRequests } from '../../domain/insight/completion.ts';
import type { AdditiveSums, FacetKey } from '../../domain/insight/group-sums.ts';
import type { Facet } from '../../domain/insight-sets.ts';
import { groupId } from './group-columns.ts';
import type { MeasuredGroup } from './measured-facts.ts';

/** Where a facet that speaks of how requests ended shows those that have not. */
const WITHOUT_TERMINAL: Partial<Record<Facet, Omit<FacetKey, 'member'>>> = {
  final_model: { value: '', unserved: true },
  route: { value: '', unserved: true },
  outcome: { value: 'pending_or_unknown', unserved: false },
  connection: { value: '', unserved: false },
};

/**
 * The groups as answers show them. Terminals say how a request ended, so that a request without one is in no facet
 * group of the facts: it is what the facet's groups lack to the whole, and is added where the facet shows it.
 */
export function completeFacets(groups: readonly MeasuredGroup[], members: readonly Facet[]): MeasuredGroup[] {
  const completed = new Map<string, MeasuredGroup>();
  const add = (group: MeasuredGroup): void => {
    const id = groupId(group.key);
    completed.set(id, joined(completed.get(id), group));
  };
  for (const group of groups) add(named(group));
  for (const whole of groups.filter(({ key }) => key.facet === undefined)) {
    for (const member of members) {
      const derived = derivedGroup(whole, member);
      if (derived !== undefined) add(derived);
    }
  }
  return [...completed.values()];
}

/** An end that nobody knows is shown with the requests that have none. */
function named(group: MeasuredGroup): MeasuredGroup {
  const { facet } = group.key;
  if (facet?.member !== 'outcome' || facet.value !== 'unknown') return group;
  return { ...group, key: { ...group.key, facet: { ...facet, value: 'pending_or_unknown' } } };
}

function derivedGroup({ key, ...whole }: MeasuredGroup, member: Facet): MeasuredGroup | undefined {
  const place = WITHOUT_TERMINAL[member];
  const [sums, excluded] = [withoutTerminal(whole.sums), withoutTerminal(whole.excluded)];
  if (place === undefined || (sums.admitted === 0n && excluded.admitted === 0n)) return undefined;
  return { key: { ...key, facet: { member, ...place } }, sums, excluded };
}

function withoutTerminal(whole: AdditiveSums): AdditiveSums {
  return { ...NO_SUMS, admitted: observedRequests(whole) - whole.ended };
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

/** Terminals in such a group have no admission beside them, so that the requests are both together. */
function withPending(ended: AdditiveSums, pending: AdditiveSums): AdditiveSums {
  const sums = addSums([ended, pending]);
  return { ...sums, admitted: observedRequests(ended) + observedRequests(pending) };
}
