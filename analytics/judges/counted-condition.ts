import type { Exclusion } from '../../domain/insight/exclusion.ts';
import type { ExcludedFacts } from '../../store/insight/exclusion-finder.ts';
import { textLiterals } from '../statements/text-literals.ts';

const HOUR_MS = 3_600_000;

/** The hours of one part of the line; more than the hours from 1970 to 2099. */
const HOURS_OF_PART = 2_000_000;

/**
 * The condition that selects outcomes of requests that reads count: within no exclusion, and not before the horizon of
 * their workspace. It has the same few elements for any number of exclusions, and one search in a sorted list for each
 * row. A condition for each exclusion would exceed the 50,000 elements that ClickHouse accepts.
 *
 * @param timeBase the column with the time of the row
 */
export function countedCondition(
  { horizons, exclusions }: ExcludedFacts,
  timeBase: 'admitted_at' | 'occurred_at' = 'admitted_at',
): string {
  const at = `toUnixTimestamp64Milli(${timeBase})`;
  const begins = [...horizons.values()].map(Number).join();
  const expired =
    horizons.size === 0
      ? []
      : [`${at} < transform(workspace_id, [${textLiterals([...horizons.keys()])}], [${begins}], 0)`];
  const leftOut = [...expired, ...(exclusions.length === 0 ? [] : [excludedCondition(exclusions, at)])];
  return leftOut.length === 0 ? 'true' : `NOT (${leftOut.join(' OR ')})`;
}

/**
 * True for rows within an exclusion. The hours of all environments are one line of numbers, with a part for all
 * environments that have the same windows. The nearest bound at or before the hour of a row is the start of an excluded
 * window, or the end of one.
 */
function excludedCondition(exclusions: readonly Exclusion[], at: string): string {
  const parts: (readonly Hours[])[] = [];
  const partOf = new Map<string, number>();
  const environments = [...windowsByEnvironment(exclusions)].map(([id, windows]) => {
    const merged = mergeHours(windows);
    const key = merged.join(';');
    const part = partOf.get(key) ?? parts.push(merged);
    partOf.set(key, part);
    return { id, part };
  });
  const line = parts.flatMap((windows, index) =>
    windows.map((window) => window.map((hour) => (index + 1) * HOURS_OF_PART + hour)),
  );
  const ids = textLiterals(environments.map(({ id }) => id));
  const part = `transform(environment_id, [${ids}], [${environments.map((one) => one.part).join()}], 0)`;
  const place = `toUInt64(toInt64(${part}) * ${HOURS_OF_PART} + intDiv(${at}, ${HOUR_MS}))`;
  return `roundDown(${place}, [0,${line.join()}]) IN (${line.map(([start]) => start).join()})`;
}

/** A half-open window, in hours since 1970. */
type Hours = readonly [start: number, end: number];

function windowsByEnvironment(exclusions: readonly Exclusion[]): ReadonlyMap<string, readonly Hours[]> {
  const found = new Map<string, Hours[]>();
  for (const { environmentIds, from, to } of exclusions) {
    for (const id of environmentIds) {
      const windows = found.get(id) ?? [];
      windows.push([Number(from) / HOUR_MS, Number(to) / HOUR_MS]);
      found.set(id, windows);
    }
  }
  return found;
}

/** The windows in their order, merged so that they have no bound in common. */
function mergeHours(windows: readonly Hours[]): Hours[] {
  const merged: Hours[] = [];
  for (const [start, end] of windows.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last === undefined || start > last[1]) merged.push([start, end]);
    else merged.splice(-1, 1, [last[0], Math.max(last[1], end)]);
  }
  return merged;
}
