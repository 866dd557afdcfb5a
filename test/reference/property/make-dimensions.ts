import type { Dimensions } from '../../../contracts/ingest/dimensions/dimensions-schema.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import type { InsightQuery } from '../../../contracts/insight/insight-query.ts';
import { DIMENSION_RANKS } from '../../../domain/insight/caller-dimensions.ts';
import type { Random } from '../../../testing/random.ts';
import * as words from './vocabulary.ts';

/** Dimensions that a caller states: some of all names, and sometimes a step, by which no question asks. */
export function makeStatedDimensions(random: Random): Dimensions {
  const names = random.some(Object.keys(words.STATED_VALUES), 1);
  return {
    ...Object.fromEntries(names.map((name) => [name, random.pick(words.STATED_VALUES[name]!)])),
    ...(random.chance(0.2) && { step_id: `s${random.whole(1, 9)}`, parent_id: 's1' }),
  };
}

/**
 * The events of a request with dimensions in three of five requests. All events of a request have the same dimensions,
 * except in one of twenty: there, each event states its own, or none.
 */
export function withDimensions(random: Random, events: readonly FactEvent[]): FactEvent[] {
  if (random.chance(0.4)) return [...events];
  const ofRequest = makeStatedDimensions(random);
  const isEqual = random.chance(0.95);
  return events.map((event) => {
    if (isEqual) return stating(event, ofRequest);
    return random.chance(0.25) ? event : stating(event, random.chance(0.5) ? ofRequest : makeStatedDimensions(random));
  });
}

/** The same event, which states these dimensions instead of its own. A marker belongs to no request. */
export function stating(event: FactEvent, dimensions: Dimensions): FactEvent {
  return event.event === 'release_marker' ? event : { ...event, dimensions };
}

/** Splits a question by dimensions, mostly with fewer values than exist. */
export function makeDimensionSplit(
  random: Random,
  maxNames: number,
): Pick<InsightQuery, 'dimensions' | 'dimension_values' | 'ranked_by'> {
  // Users have the most values.
  const others = words.DIMENSIONS.filter((name) => name !== 'user');
  const names = random.chance(0.4) ? ['user', ...random.some(others, 0)] : random.some(others, 1);
  return {
    dimensions: names.slice(0, random.whole(1, maxNames)),
    ...(random.chance(0.85) && { dimension_values: random.pick([1, 1, 2, 3, 5]) }),
    ...(random.chance(0.7) && { ranked_by: random.pick(DIMENSION_RANKS) }),
  };
}

/** Narrows a fifth of the questions by dimensions, most by one. */
export function makeDimensionFilter(random: Random): Pick<InsightQuery, 'dimension_filter'> {
  if (random.chance(0.8)) return {};
  const names = random.some(words.DIMENSIONS, 1).slice(0, random.chance(0.7) ? 1 : 3);
  return { dimension_filter: Object.fromEntries(names.map((name) => [name, makeChoice(random, name)])) };
}

type Choice = NonNullable<InsightQuery['dimension_filter']>[string];

/** Values, facts without a value, or both. */
function makeChoice(random: Random, name: string): Choice {
  const known = name === 'owner' ? words.TEAMS : (words.STATED_VALUES[name] ?? ['never']);
  const values = random.some([...known, `' OR 1=1 --`], 1).slice(0, 3);
  return random.pick<Choice>([{ values }, { values }, { unnamed: true }, { values, unnamed: true }]);
}
