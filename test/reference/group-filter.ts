import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { GroupFilter } from '../../contracts/insight/group-filter.ts';
import { pendingValue, splits, valueOfFacet, type FacetValue, type Splittable } from './facet-values.ts';
import type { Question } from './world.ts';

type Member = keyof GroupFilter;

/** The members that a question is narrowed by. */
function membersOf({ query }: Question): Member[] {
  return Object.keys(query.group_filter ?? {}) as Member[];
}

/** Which facts of those given are in the groups that the question names, each by what it says itself. */
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

/** A request is where it ended; one that has not ended is where such requests are shown. */
function valueOf(
  member: Member,
  event: FactEvent,
  endings: ReadonlyMap<string, RequestTerminal>,
): FacetValue | undefined {
  if (event.event === 'release_marker') return undefined;
  if (member === 'team') return event.team_id === undefined ? {} : { value: event.team_id };
  if (event.event !== 'request_admitted') return valueOfFacet(member, event);
  const ending = endings.get(event.logical_request_id);
  return ending === undefined ? pendingValue(member) : valueOfFacet(member, ending);
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

/** Which figures have a meaning of what the question is narrowed to. */
export function isSplit(question: Question, kind: Splittable): boolean {
  return membersOf(question).every((member) => (member === 'team' ? kind !== 'markers' : splits(member, kind)));
}
