import type { Purpose } from '../../domain/insight/insight-sets.ts';
import type { Facet } from '../../domain/insight/dimensions.ts';
import { pendingRequests, pendingValue, sameValue, readFacetValue, type FacetValue } from './facet-values.ts';
import { narrowPopulation, type Population } from './selection.ts';

export interface AskedFacet {
  readonly member: Facet;
  /** The value of the group, or a list of values that the group excludes. */
  readonly value: FacetValue | { readonly noneOf: readonly FacetValue[] };
}

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

/** All facts of a purpose and span, or those with one value of a facet. */
export function groupFacts(whole: Population, facet?: AskedFacet): GroupFacts {
  if (facet === undefined) return counted(whole, pendingRequests(whole));
  const { member, value } = facet;
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

function counted(population: Population, pending: number): GroupFacts {
  return { ...population, pending, observed: population.terminals.length + pending };
}
