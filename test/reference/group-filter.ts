import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { GroupFilter } from '../../contracts/insight/group-filter.ts';
import { pendingValue, canSplit, readFacetValue, type FacetValue, type Splittable } from './facet-values.ts';
import type { Question } from './world.ts';

type Member = keyof GroupFilter;

/** The members to which the question is narrowed. */
function membersOf({ query }: Question): Member[] {
  return Object.keys(query.group_filter ?? {}) as Member[];
}

/** A predicate for the given facts that are in the groups of the question. Each fact is checked by its own members. */
export function chosenBy(question: Question, facts: readonly FactEvent[]): (event: FactEvent) => boolean {
  const members = membersOf(question);
  if (members.length === 0) return () => true;
  const endings = new Map<string, RequestTerminal>();
  for (const event of facts) if (event.event === 'request_terminal') endings.set(event.logical_request_id, event);
  return (event) =>
    members.every((member) => {
      const value = valueOf(member, event, endings);
      return value !== undefined && isNamed(value, question.query.group_filter?.[member]);
    });
}

/** The value of a member for an event. A request has the value of its ending, or the pending value before it ends. */
function valueOf(
  member: Member,
  event: FactEvent,
  endings: ReadonlyMap<string, RequestTerminal>,
): FacetValue | undefined {
  if (event.event === 'release_marker') return undefined;
  if (member === 'team') return event.team_id === undefined ? {} : { value: event.team_id };
  if (event.event !== 'request_admitted') return readFacetValue(member, event);
  const ending = endings.get(event.logical_request_id);
  return ending === undefined ? pendingValue(member) : readFacetValue(member, ending);
}

interface Named {
  readonly values?: readonly string[];
  readonly unnamed?: true;
  readonly unserved?: true;
}

function isNamed({ value, unserved }: FacetValue, named: Named = {}): boolean {
  if (unserved) return named.unserved === true;
  return value === undefined ? named.unnamed === true : (named.values ?? []).includes(value);
}

/** True if a kind of figures has a meaning under the group filter of the question. */
export function isSplit(question: Question, kind: Splittable): boolean {
  return membersOf(question).every((member) => (member === 'team' ? kind !== 'markers' : canSplit(member, kind)));
}
