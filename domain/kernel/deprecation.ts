import { DefectError } from './errors.ts';

const DAY_MS = 86_400_000;

/** The minimum number of days from the start of a deprecation to its sunset. */
const MIN_RUNWAY_DAYS = 180;

/** The deprecation of an operation or of a part of it. Days are UTC dates such as `2026-07-25`. */
export interface Deprecation {
  /** The deprecated part: the operation itself, or a member of its query or a header, by name. */
  readonly of: { readonly part: 'operation' } | { readonly part: 'query' | 'header'; readonly name: string };
  readonly since: string;
  /** The day from which the part may be removed, at least 180 days after `since`; absent if no day is set. */
  readonly sunset?: string;
  /** The address of a page about the replacement. */
  readonly link: string;
}

/** The part of a request that shows whether the request uses a deprecated part. */
interface RequestParts {
  readonly query: object;
  /** The headers by their names in lower case. */
  readonly headers: object;
}

/** The deprecations that apply to a request. Only a sender that uses a deprecated part is informed. */
export function usedDeprecations(records: readonly Deprecation[], { query, headers }: RequestParts): Deprecation[] {
  return records.filter(({ of }) => {
    if (of.part === 'operation') return true;
    return of.part === 'query' ? of.name in query : of.name.toLowerCase() in headers;
  });
}

/**
 * The headers that announce these records (RFC 9745, RFC 8594): the earliest start, the earliest sunset that is set,
 * and a link for each record.
 *
 * @returns undefined if there are no records
 */
export function deprecationHeaders(
  records: readonly Deprecation[],
):
  | { readonly deprecation: string; readonly sunset: string | undefined; readonly links: readonly string[] }
  | undefined {
  if (records.length === 0) return undefined;
  const sunsets = records.flatMap(({ sunset }) => (sunset === undefined ? [] : [dayOf(sunset)]));
  return {
    deprecation: `@${Math.min(...records.map(({ since }) => dayOf(since))) / 1_000}`,
    sunset: sunsets.length === 0 ? undefined : new Date(Math.min(...sunsets)).toUTCString(),
    links: records.map(({ link }) => `<${link}>; rel="deprecation"`),
  };
}

/** @throws DefectError if the record has an invalid day, or ends less than 180 days after it begins */
export function requireSoundDeprecation({ since, sunset, link }: Omit<Deprecation, 'of'>): void {
  const begun = dayOf(since);
  if (sunset === undefined) return;
  const days = (dayOf(sunset) - begun) / DAY_MS;
  if (days < 0) throw new DefectError(`What ${link} deprecates ends before it is deprecated.`);
  if (days < MIN_RUNWAY_DAYS)
    throw new DefectError(
      `What ${link} deprecates ends after ${days} days. Callers need at least ${MIN_RUNWAY_DAYS}. Set a later sunset.`,
    );
}

/**
 * The beginning of a day in Unix milliseconds.
 *
 * @throws DefectError if the day does not exist
 */
function dayOf(day: string): number {
  const instant = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(instant)) throw new DefectError(`A deprecation names a day that does not exist: ${day}`);
  return instant;
}
