import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import type { Cadence, Weekday } from '../../../../domain/schedules/cadence.ts';
import {
  findSurroundingInstants,
  generateInstants,
  nextInstant,
  nextInstants,
} from '../../../../domain/schedules/instants.ts';
import { toScheduledInstant } from '../../../../domain/schedules/scheduled-instant.ts';

const daily = (timezone: string, local_time: string): Cadence => ({
  mode: 'wall_clock',
  frequency: 'daily',
  local_time,
  timezone,
});
const weekly = (timezone: string, local_time: string, weekday: Weekday): Cadence => ({
  mode: 'wall_clock',
  frequency: 'weekly',
  local_time,
  timezone,
  weekday,
});
const interval = (frequency: 'hourly' | 'daily' | 'weekly', anchor: string, timezone?: string): Cadence => ({
  mode: 'interval',
  frequency,
  anchor,
  ...(timezone !== undefined && { timezone }),
});

function shown(cadence: Cadence, from: string, to: string): [string, string, string][] {
  return [...generateInstants(cadence, { from: new Date(from), to: new Date(to) }, timeZones)].map((instant) => {
    const { scheduled_utc, local, note } = toScheduledInstant(cadence, instant, timeZones);
    return [scheduled_utc, local, note];
  });
}

describe('a wall clock', () => {
  it.each<[string, Cadence, string, string, [string, string, string][]]>([
    [
      'New York springs forward: 02:30 does not exist and runs an hour later',
      daily('America/New_York', '02:30'),
      '2026-03-07T12:00Z',
      '2026-03-10T00:00Z',
      [
        ['2026-03-08T07:30:00.000Z', '2026-03-08T03:30:00.000-04:00', 'dst_gap'],
        ['2026-03-09T06:30:00.000Z', '2026-03-09T02:30:00.000-04:00', ''],
      ],
    ],
    [
      'New York falls back: 01:30 occurs twice and runs once, at the earlier instant',
      daily('America/New_York', '01:30'),
      '2026-10-31T12:00Z',
      '2026-11-03T00:00Z',
      [
        ['2026-11-01T05:30:00.000Z', '2026-11-01T01:30:00.000-04:00', 'dst_fold'],
        ['2026-11-02T06:30:00.000Z', '2026-11-02T01:30:00.000-05:00', ''],
      ],
    ],
    [
      'the first time after a gap is not in the gap, and neither is the last before it',
      daily('America/New_York', '03:00'),
      '2026-03-08T00:00Z',
      '2026-03-09T00:00Z',
      [['2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00.000-04:00', '']],
    ],
    [
      'the first time of a gap runs later by the length of the gap',
      daily('America/New_York', '02:00'),
      '2026-03-08T00:00Z',
      '2026-03-09T00:00Z',
      [['2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00.000-04:00', 'dst_gap']],
    ],
    [
      'the first time of a fold is folded, and the first after it is not',
      daily('America/New_York', '01:00'),
      '2026-11-01T00:00Z',
      '2026-11-02T00:00Z',
      [['2026-11-01T05:00:00.000Z', '2026-11-01T01:00:00.000-04:00', 'dst_fold']],
    ],
    [
      'the first time after a fold occurs once',
      daily('America/New_York', '02:00'),
      '2026-11-01T00:00Z',
      '2026-11-02T00:00Z',
      [['2026-11-01T07:00:00.000Z', '2026-11-01T02:00:00.000-05:00', '']],
    ],
    [
      'Lord Howe moves by half an hour into summer',
      daily('Australia/Lord_Howe', '02:10'),
      '2026-10-02T16:00Z',
      '2026-10-04T16:00Z',
      [
        ['2026-10-03T15:40:00.000Z', '2026-10-04T02:40:00.000+11:00', 'dst_gap'],
        ['2026-10-04T15:10:00.000Z', '2026-10-05T02:10:00.000+11:00', ''],
      ],
    ],
    [
      'Lord Howe moves back by half an hour',
      daily('Australia/Lord_Howe', '01:45'),
      '2026-04-04T12:00Z',
      '2026-04-05T16:00Z',
      [
        ['2026-04-04T14:45:00.000Z', '2026-04-05T01:45:00.000+11:00', 'dst_fold'],
        ['2026-04-05T15:15:00.000Z', '2026-04-06T01:45:00.000+10:30', ''],
      ],
    ],
    [
      'Troll skips two hours',
      daily('Antarctica/Troll', '01:30'),
      '2026-03-28T12:00Z',
      '2026-03-30T12:00Z',
      [
        ['2026-03-29T01:30:00.000Z', '2026-03-29T03:30:00.000+02:00', 'dst_gap'],
        ['2026-03-29T23:30:00.000Z', '2026-03-30T01:30:00.000+02:00', ''],
      ],
    ],
    [
      'Troll repeats two hours',
      daily('Antarctica/Troll', '01:30'),
      '2026-10-24T12:00Z',
      '2026-10-26T12:00Z',
      [
        ['2026-10-24T23:30:00.000Z', '2026-10-25T01:30:00.000+02:00', 'dst_fold'],
        ['2026-10-26T01:30:00.000Z', '2026-10-26T01:30:00.000+00:00', ''],
      ],
    ],
    [
      'the last hour of a day in Nuuk does not exist: it runs on the next date, which also has its own run',
      daily('America/Nuuk', '23:30'),
      '2026-03-28T00:00Z',
      '2026-03-31T00:00Z',
      [
        ['2026-03-28T01:30:00.000Z', '2026-03-27T23:30:00.000-02:00', ''],
        ['2026-03-29T01:30:00.000Z', '2026-03-29T00:30:00.000-01:00', 'dst_gap'],
        ['2026-03-30T00:30:00.000Z', '2026-03-29T23:30:00.000-01:00', ''],
      ],
    ],
    [
      'a weekly Saturday in Nuuk whose hour does not exist runs on Sunday',
      weekly('America/Nuuk', '23:30', 'saturday'),
      '2026-03-22T12:00Z',
      '2026-04-06T12:00Z',
      [
        ['2026-03-29T01:30:00.000Z', '2026-03-29T00:30:00.000-01:00', 'dst_gap'],
        ['2026-04-05T00:30:00.000Z', '2026-04-04T23:30:00.000-01:00', ''],
      ],
    ],
    [
      'midnight does not exist in Beirut',
      daily('Asia/Beirut', '00:00'),
      '2026-03-28T12:00Z',
      '2026-03-30T12:00Z',
      [
        ['2026-03-28T22:00:00.000Z', '2026-03-29T01:00:00.000+03:00', 'dst_gap'],
        ['2026-03-29T21:00:00.000Z', '2026-03-30T00:00:00.000+03:00', ''],
      ],
    ],
    [
      'midnight occurs twice in Havana',
      daily('America/Havana', '00:30'),
      '2026-10-31T12:00Z',
      '2026-11-02T12:00Z',
      [
        ['2026-11-01T04:30:00.000Z', '2026-11-01T00:30:00.000-04:00', 'dst_fold'],
        ['2026-11-02T05:30:00.000Z', '2026-11-02T00:30:00.000-05:00', ''],
      ],
    ],
    [
      'Apia had no 30 December 2011, so nothing ran for it',
      daily('Pacific/Apia', '12:00'),
      '2011-12-28T12:00Z',
      '2012-01-01T12:00Z',
      [
        ['2011-12-28T22:00:00.000Z', '2011-12-28T12:00:00.000-10:00', ''],
        ['2011-12-29T22:00:00.000Z', '2011-12-29T12:00:00.000-10:00', ''],
        ['2011-12-30T22:00:00.000Z', '2011-12-31T12:00:00.000+14:00', ''],
        ['2011-12-31T22:00:00.000Z', '2012-01-01T12:00:00.000+14:00', ''],
      ],
    ],
    [
      'the week of that Friday had its run a day later',
      weekly('Pacific/Apia', '12:00', 'friday'),
      '2011-12-20T00:00Z',
      '2012-01-07T00:00Z',
      [
        ['2011-12-23T22:00:00.000Z', '2011-12-23T12:00:00.000-10:00', ''],
        ['2011-12-30T22:00:00.000Z', '2011-12-31T12:00:00.000+14:00', 'dst_gap'],
        ['2012-01-05T22:00:00.000Z', '2012-01-06T12:00:00.000+14:00', ''],
      ],
    ],
    [
      'Juneau had its 19 October 1867 twice, and ran at the first',
      daily('America/Juneau', '12:00'),
      '1867-10-18T12:00Z',
      '1867-10-21T12:00Z',
      [
        ['1867-10-18T20:57:41.000Z', '1867-10-19T12:00:00.000+15:02', 'dst_fold'],
        ['1867-10-20T20:57:41.000Z', '1867-10-20T12:00:00.000-08:58', ''],
      ],
    ],
    [
      'Monrovia abolished an offset with seconds: its midnight had a gap of 44 min 30 s',
      daily('Africa/Monrovia', '00:10'),
      '1972-01-06T00:00Z',
      '1972-01-08T12:00Z',
      [
        ['1972-01-06T00:54:30.000Z', '1972-01-06T00:10:00.000-00:45', ''],
        ['1972-01-07T00:54:30.000Z', '1972-01-07T00:54:30.000+00:00', 'dst_gap'],
        ['1972-01-08T00:10:00.000Z', '1972-01-08T00:10:00.000+00:00', ''],
      ],
    ],
    [
      'Casablanca leaves its summer time for Ramadan and returns to it',
      daily('Africa/Casablanca', '02:30'),
      '2026-02-14T12:00Z',
      '2026-02-16T12:00Z',
      [
        ['2026-02-15T01:30:00.000Z', '2026-02-15T02:30:00.000+01:00', 'dst_fold'],
        ['2026-02-16T02:30:00.000Z', '2026-02-16T02:30:00.000+00:00', ''],
      ],
    ],
    [
      'a zone without summer time runs at one instant of UTC, with any offset',
      weekly('Asia/Kathmandu', '00:00', 'monday'),
      '2026-01-04T00:00Z',
      '2026-01-12T00:00Z',
      [
        ['2026-01-04T18:15:00.000Z', '2026-01-05T00:00:00.000+05:45', ''],
        ['2026-01-11T18:15:00.000Z', '2026-01-12T00:00:00.000+05:45', ''],
      ],
    ],
  ])('%s', (_name, cadence, from, to, expected) => {
    expect(shown(cadence, from, to)).toEqual(expected);
  });

  it('includes the first instant of a window and excludes the last', () => {
    const cadence = daily('UTC', '08:00');
    expect(shown(cadence, '2026-01-01T08:00Z', '2026-01-02T08:00Z').map(([utc]) => utc)).toEqual([
      '2026-01-01T08:00:00.000Z',
    ]);
    expect(shown(cadence, '2026-01-01T08:00:00.001Z', '2026-01-02T08:00Z')).toEqual([]);
  });

  it.each<[Weekday, string]>([
    ['monday', '2026-01-05'],
    ['tuesday', '2026-01-06'],
    ['wednesday', '2026-01-07'],
    ['thursday', '2026-01-01'],
    ['friday', '2026-01-02'],
    ['saturday', '2026-01-03'],
    ['sunday', '2026-01-04'],
  ])('runs on %s', (weekday, date) => {
    expect(
      shown(weekly('UTC', '23:59', weekday), '2026-01-01T00:00Z', '2026-01-08T00:00Z').map(([utc]) => utc),
    ).toEqual([`${date}T23:59:00.000Z`]);
  });
});

describe('an interval', () => {
  it('counts elapsed time, so that its local hour changes with the clocks', () => {
    const cadence = interval('daily', '2026-03-27T07:00:00.000Z', 'Europe/Berlin');
    expect(shown(cadence, '2026-03-28T00:00Z', '2026-03-30T00:00Z')).toEqual([
      ['2026-03-28T07:00:00.000Z', '2026-03-28T08:00:00.000+01:00', ''],
      ['2026-03-29T07:00:00.000Z', '2026-03-29T09:00:00.000+02:00', ''],
    ]);
  });

  it('runs through a fold, and shows UTC without a zone', () => {
    expect(shown(interval('hourly', '2020-01-01T00:10:05.250Z'), '2026-11-01T05:00Z', '2026-11-01T07:00Z')).toEqual([
      ['2026-11-01T05:10:05.250Z', '2026-11-01T05:10:05.250+00:00', ''],
      ['2026-11-01T06:10:05.250Z', '2026-11-01T06:10:05.250+00:00', ''],
    ]);
  });

  it('begins at its anchor', () => {
    const cadence = interval('weekly', '2026-06-03T10:00:00.000Z');
    expect(shown(cadence, '2026-05-01T00:00Z', '2026-06-11T00:00Z').map(([utc]) => utc)).toEqual([
      '2026-06-03T10:00:00.000Z',
      '2026-06-10T10:00:00.000Z',
    ]);
    expect(nextInstants(cadence, new Date('2020-01-01T00:00Z'), 1, timeZones)[0]?.at.toISOString()).toBe(
      '2026-06-03T10:00:00.000Z',
    );
    expect(findSurroundingInstants(cadence, new Date('2026-06-03T09:59:59.999Z'), timeZones).latest).toBeUndefined();
  });
});

describe('the next instants', () => {
  it.each<[string, Cadence, string, string[]]>([
    ['are after an instant', daily('UTC', '08:00'), '2026-01-01T08:00:00.000Z', ['2026-01-02T08', '2026-01-03T08']],
    [
      'may be one millisecond away',
      daily('UTC', '08:00'),
      '2026-01-01T07:59:59.999Z',
      ['2026-01-01T08', '2026-01-02T08'],
    ],
    [
      'of an interval are after its anchor',
      interval('hourly', '2026-01-01T08:00:00.000Z'),
      '2026-01-01T08:00:00.000Z',
      ['2026-01-01T09', '2026-01-01T10'],
    ],
  ])('%s', (_name, cadence, after, expected) => {
    const next = nextInstants(cadence, new Date(after), 2, timeZones).map(({ at }) => at.toISOString().slice(0, 13));
    expect(next).toEqual(expected);
  });

  it('have an equal cost a thousand years after an anchor and near it', () => {
    let asked = 0;
    const counting = {
      ...timeZones,
      offsetSeconds: (zone: string, utcMs: number) => {
        asked += 1;
        return timeZones.offsetSeconds(zone, utcMs);
      },
    };
    const after = new Date('2999-06-01T00:00Z');
    const interval3 = nextInstants(interval('hourly', '2000-01-01T00:00:00.000Z'), after, 3, counting);
    expect(interval3.map(({ at }) => at.toISOString())).toEqual([
      '2999-06-01T01:00:00.000Z',
      '2999-06-01T02:00:00.000Z',
      '2999-06-01T03:00:00.000Z',
    ]);
    expect(asked).toBe(0);
    nextInstants(daily('Europe/Berlin', '08:00'), after, 3, counting);
    expect(asked).toBeLessThan(25);
    asked = 0;
    findSurroundingInstants(weekly('Europe/Berlin', '08:00', 'monday'), after, counting);
    expect(asked).toBeLessThan(25);
  });
});

describe('the latest instant', () => {
  it.each<[string, Cadence, string, string]>([
    ['is the instant itself', daily('UTC', '08:00'), '2026-01-02T08:00:00.000Z', '2026-01-02T08:00:00.000Z'],
    [
      'is the previous one, a millisecond earlier',
      daily('UTC', '08:00'),
      '2026-01-02T07:59:59.999Z',
      '2026-01-01T08:00:00.000Z',
    ],
    [
      'may be almost a week old',
      weekly('UTC', '08:00', 'monday'),
      '2026-01-12T07:59:59.999Z',
      '2026-01-05T08:00:00.000Z',
    ],
    [
      'of an interval',
      interval('weekly', '2026-01-05T08:00:00.000Z'),
      '2026-12-31T00:00:00.000Z',
      '2026-12-28T08:00:00.000Z',
    ],
    ['may be moved by a gap', daily('America/Nuuk', '23:30'), '2026-03-29T02:00:00.000Z', '2026-03-29T01:30:00.000Z'],
    [
      'is before a day that did not exist',
      daily('Pacific/Apia', '12:00'),
      '2011-12-30T21:59:59.999Z',
      '2011-12-29T22:00:00.000Z',
    ],
  ])('%s', (_name, cadence, at, expected) => {
    expect(findSurroundingInstants(cadence, new Date(at), timeZones).latest?.at.toISOString()).toBe(expected);
  });
});

describe('the next instant', () => {
  const cadence = interval('hourly', '2026-03-01T00:30:00.000Z');

  it.each([
    ['is the anchor before it', '2026-02-01T00:00:00.000Z', '2026-03-01T00:30:00.000Z'],
    [
      'is the one after an instant of the cadence, never that instant',
      '2026-03-01T00:30:00.000Z',
      '2026-03-01T01:30:00.000Z',
    ],
    ['is one millisecond away', '2026-03-01T01:29:59.999Z', '2026-03-01T01:30:00.000Z'],
  ])('%s', (_sentence, after, at) => {
    expect(nextInstant(cadence, new Date(after), timeZones)).toEqual({ at: new Date(at), note: '' });
  });

  it('states the change of its local time', () => {
    expect(nextInstant(daily('America/New_York', '02:30'), new Date('2026-03-08T00:00Z'), timeZones)).toEqual({
      at: new Date('2026-03-08T07:30:00.000Z'),
      note: 'dst_gap',
    });
  });
});
