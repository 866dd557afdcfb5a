import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { GroupFilter } from '../../contracts/insight/group-filter.ts';
import { isInDimensionFilter } from './dimensions/dimension-filter.ts';
import { pendingValue, canSplit, readFacetValue, type FacetValue, type Splittable } from './facet-values.ts';
import type { Question } from './world.ts';

type Member = keyof GroupFilter;

/** The members to which the question is narrowed. */
function membersOf({ query }: Question): Member[] {
  return Object.keys(query.group_filter ?? {}) as Member[];
}

/**
 * True if a fact is in the groups of the question. Each fact is checked by its own members. An admission is in the
 * groups of requests that have not ended.
 */
export function isChosen(question: Question, event: FactEvent): boolean {
  return (
    isInDimensionFilter(question, event) &&
    membersOf(question).every((member) => isNamed(valueOf(member, event), question.query.group_filter?.[member]))
  );
}

/** True for an ending that is in none of the chosen groups, although pending requests with its members would be. */
export function isUnchosenEnding(question: Question, event: FactEvent): boolean {
  return (
    event.event === 'request_terminal' &&
    isInDimensionFilter(question, event) &&
    membersOf(question).every((member) =>
      isNamed(pendingValueOf(member, event), question.query.group_filter?.[member]),
    ) &&
    !isChosen(question, event)
  );
}

/** The value of a member for an event. */
function valueOf(member: Member, event: FactEvent): FacetValue | undefined {
  if (event.event === 'release_marker') return undefined;
  if (member === 'team' || event.event === 'request_admitted') return pendingValueOf(member, event);
  return readFacetValue(member, event);
}

/** The value of a member for a request of this event that has not ended. */
function pendingValueOf(member: Member, event: FactEvent): FacetValue | undefined {
  if (member !== 'team') return pendingValue(member);
  if (event.event === 'release_marker') return undefined;
  return event.team_id === undefined ? {} : { value: event.team_id };
}

interface Named {
  readonly values?: readonly string[];
  readonly unnamed?: true;
  readonly unserved?: true;
}

function isNamed(found: FacetValue | undefined, named: Named = {}): boolean {
  if (found === undefined) return false;
  if (found.unserved) return named.unserved === true;
  return found.value === undefined ? named.unnamed === true : (named.values ?? []).includes(found.value);
}

/** True if a kind of figures has a meaning under the filters of the question. */
export function isSplit(question: Question, kind: Splittable): boolean {
  if (question.query.dimension_filter !== undefined && kind === 'markers') return false;
  return membersOf(question).every((member) => (member === 'team' ? kind !== 'markers' : canSplit(member, kind)));
}
