import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { Facet } from '../../domain/insight/dimensions.ts';

/** A value of a facet. It has no `value` if the facts name none. */
export interface FacetValue {
  readonly value?: string;
  readonly unserved?: true;
}

const UNSERVED: FacetValue = { unserved: true };

/** The value of a fact under a facet; undefined if the facet does not split facts of its kind. */
export function readFacetValue(member: Facet, event: FactEvent): FacetValue | undefined {
  switch (member) {
    case 'purpose':
      return event.event === 'release_marker' ? undefined : { value: event.purpose };
    case 'release':
      return named(event.release_id);
    case 'input_size_bucket':
      return event.event === 'release_marker' ? undefined : named(event.input_size_bucket);
    case 'outcome':
      return outcomeOf(event);
    case 'final_model':
      return modelOf(event);
    case 'route':
      return routeOf(event);
    case 'connection':
      return connectionOf(event);
  }
}

function outcomeOf(event: FactEvent): FacetValue | undefined {
  if (event.event !== 'request_terminal') return undefined;
  return { value: event.status === 'unknown' ? 'pending_or_unknown' : event.status };
}

function modelOf(event: FactEvent): FacetValue | undefined {
  if (event.event === 'request_terminal') {
    return event.final_model === undefined ? UNSERVED : { value: event.final_model };
  }
  if (event.event === 'attempt' || event.event === 'cost_effect') return { value: event.provider_model };
  return undefined;
}

function connectionOf(event: FactEvent): FacetValue | undefined {
  switch (event.event) {
    case 'request_terminal':
    case 'attempt':
    case 'cost_effect':
      return named(event.connection_id);
    default:
      return undefined;
  }
}

function routeOf(event: FactEvent): FacetValue | undefined {
  switch (event.event) {
    case 'request_terminal':
      return event.final_model === undefined ? UNSERVED : named(event.route_id);
    case 'attempt':
    case 'cost_effect':
    case 'feedback_verdict':
      return named(event.route_id);
    default:
      return undefined;
  }
}

function named(value: string | undefined): FacetValue {
  return value === undefined ? {} : { value };
}

/** The value under which requests without a terminal are counted, if the facet depends only on terminals. */
export function pendingValue(member: Facet): FacetValue | undefined {
  switch (member) {
    case 'final_model':
    case 'route':
      return UNSERVED;
    case 'outcome':
      return { value: 'pending_or_unknown' };
    case 'connection':
      return {};
    case 'release':
    case 'input_size_bucket':
    case 'purpose':
      return undefined;
  }
}

export function sameValue(one: FacetValue | undefined, other: FacetValue | undefined): boolean {
  return one !== undefined && other !== undefined && facetValueKey(one) === facetValueKey(other);
}

export function facetValueKey({ value, unserved }: FacetValue): string {
  return JSON.stringify([value ?? null, unserved === true]);
}

interface Requests {
  readonly admissions: readonly unknown[];
  readonly terminals: readonly unknown[];
  readonly unchosen: readonly unknown[];
}

/**
 * The number of requests without an ending: the admissions, less all endings. The first event of each request is an
 * admission. The two can state different dimensions, so a group may have more endings than admissions.
 */
export function pendingRequests({ admissions, terminals, unchosen }: Requests): number {
  return Math.max(0, admissions.length - terminals.length - unchosen.length);
}

/** The kinds of figures that a facet may split. */
export type Splittable =
  | 'requests'
  | 'tokens'
  | 'spend'
  | 'unit_costs'
  | 'feedback'
  | 'team_runs_and_protection'
  | 'markers';

const ALL: readonly Splittable[] = [
  'requests',
  'tokens',
  'spend',
  'unit_costs',
  'feedback',
  'team_runs_and_protection',
  'markers',
];

/** The figures that have a meaning in a group of the facet. */
const SPLITS: Readonly<Record<Facet, readonly Splittable[]>> = {
  final_model: ['requests', 'tokens', 'spend'],
  route: ['requests', 'tokens', 'spend', 'feedback'],
  outcome: ['requests'],
  connection: ['requests', 'tokens', 'spend'],
  release: ALL,
  purpose: ALL,
  input_size_bucket: ALL.filter((kind) => kind !== 'markers'),
};

export function canSplit(member: Facet | undefined, kind: Splittable): boolean {
  return member === undefined || SPLITS[member].includes(kind);
}
