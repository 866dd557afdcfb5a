import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import { type Cadence, FREQUENCIES, type WallClockCadence, WEEKDAYS } from '../../../../domain/schedules/cadence.ts';
import { findSurroundingInstants, generateInstants, nextInstants } from '../../../../domain/schedules/instants.ts';
import { instantFromDate, intendedDate } from '../../../../domain/schedules/local-dates.ts';
import { settleCadence } from '../../../../domain/schedules/settle-cadence.ts';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';

/** The number of random cadences for each property. */
const RUNS = { numRuns: chooseCaseCount(100, 2_000) };
const DAY_MS = 86_400_000;
const PERIOD_MS = { hourly: DAY_MS / 24, daily: DAY_MS, weekly: 7 * DAY_MS } as const;

const instant = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2099-12-31') }).map((ms) => new Date(ms));

const clock = fc.record({
  mode: fc.constant('wall_clock' as const),
  local_time: fc.integer({ min: 0, max: 1_439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16)),
  timezone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
});
const daily = clock.map((one): Cadence => ({ ...one, frequency: 'daily' }));
const weekly = fc
  .tuple(clock, fc.constantFrom(...WEEKDAYS))
  .map(([one, weekday]): Cadence => ({ ...one, frequency: 'weekly', weekday }));
const interval = fc
  .tuple(fc.constantFrom(...FREQUENCIES), instant)
  .map(([frequency, anchor]): Cadence => ({ mode: 'interval', frequency, anchor: anchor.toISOString() }));
const cadence = fc.oneof(daily, weekly, interval);

/** The instants of a window of this number of periods. */
function timesOf(one: Cadence, from: Date, periods: number): number[] {
  const to = new Date(from.getTime() + periods * PERIOD_MS[one.frequency]);
  return [...generateInstants(one, { from, to }, timeZones)].map(({ at }) => at.getTime());
}

describe('the instants of any cadence', () => {
  it('strictly increase, and are within their window', () => {
    fc.assert(
      fc.property(cadence, instant, (one, from) => {
        const times = timesOf(one, from, 20);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times.every((time) => time >= from.getTime())).toBe(true);
      }),
      RUNS,
    );
  });

  it('are equal in two adjacent windows and in the total window', () => {
    fc.assert(
      fc.property(cadence, instant, fc.integer({ min: 0, max: 20 * DAY_MS }), (one, from, length) => {
        const [cut, to] = [new Date(from.getTime() + length), new Date(from.getTime() + 20 * DAY_MS)];
        const parts = [
          ...generateInstants(one, { from, to: cut }, timeZones),
          ...generateInstants(one, { from: cut, to }, timeZones),
        ];
        expect(parts).toEqual([...generateInstants(one, { from, to }, timeZones)]);
      }),
      RUNS,
    );
  });

  it('are equal one by one and all together', () => {
    fc.assert(
      fc.property(cadence, instant, (one, after) => {
        const all = nextInstants(one, after, 4, timeZones);
        let at = after;
        for (const expected of all) {
          const [next] = nextInstants(one, at, 1, timeZones);
          expect(next).toEqual(expected);
          at = expected.at;
        }
      }),
      RUNS,
    );
  });

  it('have a latest one, which precedes the next one', () => {
    fc.assert(
      fc.property(cadence, instant, (one, at) => {
        const { latest, next } = findSurroundingInstants(one, at, timeZones);
        expect(next).toEqual(nextInstants(one, at, 1, timeZones)[0]);
        if (latest === undefined) {
          expect(one.mode === 'interval' && Date.parse(one.anchor) > at.getTime()).toBe(true);
          return;
        }
        expect(latest.at <= at).toBe(true);
        expect(nextInstants(one, latest.at, 1, timeZones)[0]!.at > at).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('a wall clock', () => {
  /** The latest local date, in days, whose time had been reached at this local time. It is the date of the run. */
  const dateOf = ({ timezone, ...one }: Cadence, at: Date): number => {
    const shown = at.getTime() + timeZones.offsetSeconds(timezone!, at.getTime()) * 1_000;
    const [hours, minutes] = 'local_time' in one ? one.local_time.split(':').map(Number) : [];
    return Math.floor((shown - (hours! * 60 + minutes!) * 60_000) / DAY_MS);
  };

  it.each([
    ['daily', daily, 1],
    ['weekly', weekly, 7],
  ] as const)('runs %s: once on each of its dates', (_name, cadences, days) => {
    fc.assert(
      fc.property(cadences, instant, (one, from) => {
        const window = { from, to: new Date(from.getTime() + 15 * days * DAY_MS) };
        const instants = [...generateInstants(one, window, timeZones)].map(({ at }) => at);
        const dates = instants.map((at) => dateOf(one, at));
        expect(dates).toEqual(dates.map((_date, index) => dates[0]! + index * days));
        const intended = instants.map((at) => Date.parse(intendedDate(one, at, timeZones)!) / DAY_MS);
        expect(intended).toEqual(dates);
        expect(
          instants.map((at) => instantFromDate(one as WallClockCadence, intendedDate(one, at, timeZones)!, timeZones)),
        ).toEqual(instants);
        expect([14, 15, 16]).toContain(dates.length);
      }),
      RUNS,
    );
  });
});

describe('an edit', () => {
  it('keeps the anchor of an interval, with any frequency', () => {
    fc.assert(
      fc.property(interval, fc.constantFrom(...FREQUENCIES), instant, (replaced, frequency, now) => {
        const edited = settleCadence({ mode: 'interval', frequency }, { now, replaced, zones: timeZones });
        expect(edited).toEqual({ ...replaced, frequency });
      }),
      RUNS,
    );
  });
});
