import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';

/** A group of a dimension: its name, and the value that the facts of the group state. */
export interface AskedDimension {
  readonly name: string;
  /** The value, absent for facts without one, or a list of values that the group excludes. */
  readonly value?: string | { readonly noneOf: readonly string[] };
}

/** The value of a dimension that a fact states itself; undefined if it states none. Markers belong to no request. */
export function readDimensionValue(name: string, event: FactEvent): string | undefined {
  if (event.event === 'release_marker') return undefined;
  return name === 'owner' ? event.team_id : event.dimensions?.[name];
}

/** True if a fact belongs to a group of a dimension. */
export function isInDimension({ name, value }: AskedDimension, event: FactEvent): boolean {
  if (event.event === 'release_marker') return false;
  const stated = readDimensionValue(name, event);
  if (value === undefined || stated === undefined) return value === stated;
  return typeof value === 'string' ? stated === value : !value.noneOf.includes(stated);
}
