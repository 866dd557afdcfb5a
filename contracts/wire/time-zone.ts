import { DefectError } from '../../domain/kernel/errors.ts';
import { nearestName } from '../../domain/kernel/nearest-name.ts';
import type { TimeZones } from '../../domain/schedules/time-zones.ts';

/** Names that libraries resolve to the time zone of the server. */
const NAMES_OF_NO_ZONE = /^(local|system|default)$/i;

/**
 * Names that ICU has in addition to the database. Most are traps: in ICU, `PST` has daylight saving time and `EST`, a
 * name of the database, does not; `BST` is Dhaka and `AST` Anchorage. The last two were removed from the database.
 */
const ONLY_OF_ICU =
  /^(ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.+|US\/Pacific-New|Canada\/East-Saskatchewan)$/i;

/**
 * True for a zone of the IANA database or a link to one, such as `Europe/Berlin`, `US/Pacific`, `UTC` or `Etc/GMT+5`,
 * in letters of any case. Offsets (`+01:00`) are refused: only newer engines accept them as zones, and an offset has no
 * daylight saving time. `Local` and `system` mean the zone of the server, which nobody intends.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || NAMES_OF_NO_ZONE.test(name) || ONLY_OF_ICU.test(name)) return false;
  return clockOf(name) !== undefined;
}

/**
 * The time-zone database of this process, which is part of its ICU. It only converts instants to local times, which is
 * unambiguous. It never converts local times to instants: libraries guess them from the present, so the result differs
 * between summer and winter.
 */
export const timeZones: TimeZones = {
  version: process.versions['tz'] ?? 'unknown',
  has: isTimeZone,
  nearest: nearestZone,
  offsetSeconds: (zone, utcMs) => {
    const clock = clockOf(zone);
    if (clock === undefined) throw new DefectError(`This process does not know the time zone ${zone}.`);
    if (clock === 'UTC') return 0;
    const [month = NaN, day, year = NaN, hour, minute, second] = (clock.format(utcMs).match(/\d+/g) ?? []).map(Number);
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1_000 - Math.floor(utcMs / 1_000);
  },
};

/**
 * The milliseconds by which the clocks of a zone are ahead of UTC at an instant in Unix milliseconds, by `timeZones`.
 */
export function zoneOffsetMs(zone: string, utcMs: number): number {
  return timeZones.offsetSeconds(zone, utcMs) * 1_000;
}

/** The zone whose last name part is nearest, because people write `Berlin` and `Europa/Berlin`. */
function nearestZone(written: string): string | undefined {
  if (!/^[A-Za-z]/.test(written) || NAMES_OF_NO_ZONE.test(written) || ONLY_OF_ICU.test(written)) return undefined;
  const names = Intl.supportedValuesOf('timeZone');
  const cities = names.map((name) => name.slice(name.lastIndexOf('/') + 1));
  const city = nearestName(written.slice(written.lastIndexOf('/') + 1), cities);
  return city === undefined ? undefined : names[cities.indexOf(city)];
}

/** The fault of an unknown time zone. */
export function unknownZoneDetail(written: string): string {
  const near = nearestZone(written);
  const meant = near === undefined ? ', such as `Europe/Berlin`.' : `: did you mean \`${near}\`?`;
  return `must be a zone of the IANA time-zone database${meant}`;
}

/**
 * The clocks by zone. Creating a clock takes as long as reading it a hundred times. The number of zone names bounds the
 * map.
 */
const clocks = new Map<string, Intl.DateTimeFormat | 'UTC'>();

/**
 * The clock of a zone, which formats month, day, year and time in this order. The names of UTC need no clock and give
 * `UTC`. Undefined for an unknown zone.
 */
function clockOf(zone: string): Intl.DateTimeFormat | 'UTC' | undefined {
  const name = zone.toLowerCase();
  const held = clocks.get(name);
  if (held !== undefined) return held;
  try {
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    const known = clock.resolvedOptions().timeZone === 'UTC' ? 'UTC' : clock;
    clocks.set(name, known);
    return known;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
