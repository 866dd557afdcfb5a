import type { Purpose } from '../../domain/insight/insight-sets.ts';
import type { Facet } from '../../domain/insight/dimensions.ts';
import { isInDimension, type AskedDimension } from './dimensions/dimension-values.ts';
import {
  canSplit,
  pendingRequests,
  pendingValue,
  sameValue,
  readFacetValue,
  type FacetValue,
  type Splittable,
} from './facet-values.ts';
import { narrowPopulation, type Population } from './selection.ts';

export interface AskedFacet {
  readonly member: Facet;
  /** The value of the group, or a list of values that the group excludes. */
  readonly value: FacetValue | { readonly noneOf: readonly FacetValue[] };
}

/** The part of a purpose that a group contains. */
export type AskedGroup = AskedFacet | AskedDimension;

/** The facts of one group, and the number of its requests without a known terminal. */
export interface GroupFacts extends Population {
  readonly pending: number;
  /** The total number of requests. */
  readonly observed: number;
}

/** The facts of one purpose. Markers have no purpose and belong to every purpose. */
export function ofPurpose(population: Population, purpose: Purpose): Population {
  return narrowPopulation(population, (event) => event.event === 'release_marker' || event.purpose === purpose);
}

/** All facts of a purpose and span, or those of a facet or dimension group. */
export function groupFacts(whole: Population, split?: AskedGroup): GroupFacts {
  if (split === undefined) return counted(whole, pendingRequests(whole));
  if ('name' in split) {
    const part = narrowPopulation(whole, (event) => isInDimension(split, event));
    return counted(part, pendingRequests(part));
  }
  const { member, value } = split;
  const isOf = (one: FacetValue | undefined): boolean =>
    'noneOf' in value
      ? one !== undefined && !value.noneOf.some((other) => sameValue(one, other))
      : sameValue(one, value);
  const part = narrowPopulation(whole, (event) => isOf(readFacetValue(member, event)));
  const markers = member === 'purpose' && !('noneOf' in value) ? whole.markers : part.markers;
  const derived = pendingValue(member);
  if (derived === undefined) return { ...counted(part, pendingRequests(part)), markers };
  return { ...counted(part, isOf(derived) ? pendingRequests(whole) : 0), markers };
}

/** True if a kind of figures has a meaning in a group. Every fact of a request states its own dimensions. */
export function canShow(split: AskedGroup | undefined, kind: Splittable): boolean {
  if (split === undefined) return true;
  return 'name' in split ? kind !== 'markers' : canSplit(split.member, kind);
}

/** True if a group has facts other than verdicts, evaluations and markers. */
export function hasTraffic({ observed, attempts, effects }: GroupFacts): boolean {
  return observed > 0 || attempts.length > 0 || effects.length > 0;
}

function counted(population: Population, pending: number): GroupFacts {
  return { ...population, pending, observed: population.terminals.length + pending };
}
