import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { Question } from '../world.ts';
import { readDimensionValue } from './dimension-values.ts';

/** True if a fact states the values of every dimension that the question chooses, or none if it chooses such facts. */
export function isInDimensionFilter({ query }: Question, event: FactEvent): boolean {
  return Object.entries(query.dimension_filter ?? {}).every(([name, { values = [], unnamed }]) => {
    if (event.event === 'release_marker') return false;
    const stated = readDimensionValue(name, event);
    return stated === undefined ? unnamed === true : values.includes(stated);
  });
}
