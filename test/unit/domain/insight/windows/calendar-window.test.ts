import { describe, expect, it } from 'vitest';
import { zoneOffsetMs } from '../../../../../contracts/wire/time-zone.ts';
import { calendarWindowAt, nominalSeconds } from '../../../../../domain/insight/windows/calendar-window.ts';
import type { LocalGrain } from '../../../../../domain/insight/windows/local-buckets.ts';
import { zoneBuckets } from '../../../../reference/zone-buckets.ts';

const HOUR_MS = 3_600_000;
/** The step in hours. It is not a number of full days, so that the test covers all hours of the day. */
const STEP_HOURS = 97;

function windowAt(zone: string, unit: LocalGrain, count: number, atMs: number): { from: number; to: number } {
  return calendarWindowAt({ unit, count }, atMs, (utcMs) => zoneOffsetMs(zone, utcMs));
}

const minuteOf = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 16);

describe('a window of local days', () => {
  // Computed with the zoneinfo module of Python, by a search for the first instant of each date.
  it.each<[string, LocalGrain, number, string, string, string, number]>([
    ['Europe/Berlin', 'day', 1, '2026-03-29T22:00:00Z', '2026-03-28T23:00', '2026-03-29T22:00', 23],
    ['Europe/Berlin', 'day', 1, '2026-03-29T21:59:59Z', '2026-03-27T23:00', '2026-03-28T23:00', 24],
    ['Europe/Berlin', 'day', 1, '2026-03-30T06:30:00Z', '2026-03-28T23:00', '2026-03-29T22:00', 23],
    ['Europe/Berlin', 'day', 1, '2026-10-26T07:30:00Z', '2026-10-24T22:00', '2026-10-25T23:00', 25],
    ['Europe/Berlin', 'day', 7, '2026-03-31T12:00:00Z', '2026-03-23T23:00', '2026-03-30T22:00', 167],
    ['Europe/Berlin', 'week', 1, '2026-03-30T12:00:00Z', '2026-03-22T23:00', '2026-03-29T22:00', 167],
    ['Europe/Berlin', 'week', 1, '2026-11-01T12:00:00Z', '2026-10-18T22:00', '2026-10-25T23:00', 169],
    ['Europe/Berlin', 'month', 1, '2026-04-01T00:00:00Z', '2026-02-28T23:00', '2026-03-31T22:00', 743],
    ['Europe/Berlin', 'month', 1, '2026-11-15T00:00:00Z', '2026-09-30T22:00', '2026-10-31T23:00', 745],
    ['Europe/Berlin', 'month', 12, '2026-01-01T00:00:00Z', '2024-12-31T23:00', '2025-12-31T23:00', 8760],
    ['America/Los_Angeles', 'day', 1, '2026-03-09T14:00:00Z', '2026-03-08T08:00', '2026-03-09T07:00', 23],
    ['America/Los_Angeles', 'day', 1, '2026-11-02T14:00:00Z', '2026-11-01T07:00', '2026-11-02T08:00', 25],
    ['America/Los_Angeles', 'day', 1, '2026-11-01T08:30:00Z', '2026-10-31T07:00', '2026-11-01T07:00', 24],
    ['America/Los_Angeles', 'month', 1, '2026-03-01T07:59:59Z', '2026-01-01T08:00', '2026-02-01T08:00', 744],
    ['America/Los_Angeles', 'month', 1, '2026-03-01T08:00:00Z', '2026-02-01T08:00', '2026-03-01T08:00', 672],
    ['Australia/Lord_Howe', 'day', 1, '2026-04-05T14:00:00Z', '2026-04-04T13:00', '2026-04-05T13:30', 24.5],
    ['Australia/Lord_Howe', 'day', 1, '2026-10-05T00:00:00Z', '2026-10-03T13:30', '2026-10-04T13:00', 23.5],
    ['Australia/Lord_Howe', 'week', 2, '2026-10-07T00:00:00Z', '2026-09-20T13:30', '2026-10-04T13:00', 335.5],
    ['Pacific/Apia', 'day', 1, '2011-12-30T10:00:00Z', '2011-12-29T10:00', '2011-12-30T10:00', 24],
    ['Pacific/Apia', 'day', 1, '2011-12-31T10:00:00Z', '2011-12-30T10:00', '2011-12-31T10:00', 24],
    ['Pacific/Apia', 'day', 2, '2011-12-31T12:00:00Z', '2011-12-29T10:00', '2011-12-31T10:00', 48],
    ['Pacific/Apia', 'week', 1, '2012-01-02T00:00:00Z', '2011-12-26T10:00', '2012-01-01T10:00', 144],
    ['Pacific/Apia', 'month', 1, '2012-01-02T00:00:00Z', '2011-12-01T10:00', '2011-12-31T10:00', 720],
    ['America/Havana', 'day', 1, '2026-11-01T05:30:00Z', '2026-10-31T04:00', '2026-11-01T04:00', 24],
    ['America/Havana', 'day', 1, '2026-03-09T12:00:00Z', '2026-03-08T05:00', '2026-03-09T04:00', 23],
    ['Asia/Kathmandu', 'day', 1, '2026-01-01T18:15:00Z', '2025-12-31T18:15', '2026-01-01T18:15', 24],
    ['UTC', 'week', 1, '2026-03-04T00:00:00Z', '2026-02-23T00:00', '2026-03-02T00:00', 168],
  ])('of %s, %s by %i, at %s is from %s to %s: %d hours', (zone, unit, count, at, from, to, hours) => {
    const window = windowAt(zone, unit, count, Date.parse(at));
    expect([minuteOf(window.from), minuteOf(window.to)]).toEqual([from, to]);
    expect((window.to - window.from) / HOUR_MS).toBe(hours);
  });

  it.each(['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'America/Havana'])(
    'of %s equals another implementation throughout a year',
    (zone) => {
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += STEP_HOURS * HOUR_MS) {
        for (const [unit, count, back] of [
          ['day', 1, 3],
          ['day', 7, 10],
          ['week', 1, 21],
          ['month', 1, 70],
        ] as const) {
          const over = zoneBuckets({ fromMs: at - back * 24 * HOUR_MS, toMs: at }, unit, zone)
            .filter(({ toMs }) => toMs <= at)
            .slice(-count);
          const expected = { from: over[0]!.fromMs, to: over.at(-1)!.toMs };
          expect(windowAt(zone, unit, count, at), `${unit} ${count} at ${minuteOf(at)}`).toEqual(expected);
        }
      }
    },
  );

  it('of 1,098 days has that length plus the hours of clock changes', () => {
    const { from, to } = windowAt('Europe/Berlin', 'day', 1_098, Date.parse('2026-07-01T00:00:00Z'));
    expect([minuteOf(from), minuteOf(to)]).toEqual(['2023-06-28T22:00', '2026-06-30T22:00']);
  });
});

describe('the nominal length of a window', () => {
  it.each([
    ['day', 2, 172_800],
    ['week', 3, 1_814_400],
    ['month', 1, 2_678_400],
  ] as const)('of %s by %i is %i seconds', (unit, count, seconds) => {
    expect(nominalSeconds({ unit, count })).toBe(seconds);
  });
});
