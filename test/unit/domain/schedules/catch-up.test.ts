import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import type { Cadence } from '../../../../domain/schedules/cadence.ts';
import { catchUp } from '../../../../domain/schedules/catch-up.ts';

const interval = (frequency: 'hourly' | 'daily' | 'weekly', anchor: string): Cadence => ({
  mode: 'interval',
  frequency,
  anchor,
});
const newYork: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '09:00', timezone: 'America/New_York' };
const sydney: Cadence = {
  mode: 'wall_clock',
  frequency: 'weekly',
  weekday: 'monday',
  local_time: '07:30',
  timezone: 'Australia/Sydney',
};
/**
 * A cadence at 23:30 in a zone whose clocks go forward on a Saturday at 23:00. The instant of that Saturday runs at
 * 00:30 of the Sunday, which also has its own 23:30.
 */
const nuuk: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '23:30', timezone: 'America/Nuuk' };
const apia: Cadence = { mode: 'wall_clock', frequency: 'daily', local_time: '12:00', timezone: 'Pacific/Apia' };

/** `[scheduled_for, missed, skipped count, from, to]`; undefined if nothing is owed. */
type Owed = readonly (string | boolean | number)[] | undefined;

function caughtUp(cadence: Cadence, nextRunAt: string, now: string): { owed: Owed; next: string } {
  const { owed, next } = catchUp(cadence, { nextRunAt: new Date(nextRunAt), now: new Date(now) }, timeZones);
  const iso = (at: Date): string => at.toISOString().replace(':00.000Z', 'Z');
  const { skipped } = owed ?? {};
  const range = skipped === undefined ? [] : ([skipped.count, iso(skipped.from), iso(skipped.to)] as const);
  return { owed: owed && [iso(owed.scheduledFor), owed.isMissed, ...range], next: iso(next) };
}

describe('the owed instants of a schedule', () => {
  it.each<[string, Cadence, string, string, Owed, string]>([
    [
      'no instant before the next one',
      interval('daily', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-02T07:59:59.999Z',
      undefined,
      '2026-03-02T08:00Z',
    ],
    [
      'no instants before the next one, as after a pause or another cadence',
      interval('daily', '2026-03-02T08:00Z'),
      '2026-03-05T08:00Z',
      '2026-03-04T12:00Z',
      undefined,
      '2026-03-05T08:00Z',
    ],
    [
      'its instant immediately',
      interval('daily', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-02T08:00Z',
      ['2026-03-02T08:00Z', false],
      '2026-03-03T08:00Z',
    ],
    [
      'its instant after 23 hours and 59 minutes',
      interval('weekly', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-03T07:59Z',
      ['2026-03-02T08:00Z', false],
      '2026-03-09T08:00Z',
    ],
    [
      'its instant after exactly 24 hours',
      interval('weekly', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-03T08:00Z',
      ['2026-03-02T08:00Z', false],
      '2026-03-09T08:00Z',
    ],
    [
      'only a record after 24 hours and a millisecond',
      interval('weekly', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-03T08:00:00.001Z',
      ['2026-03-02T08:00Z', true, 1, '2026-03-02T08:00Z', '2026-03-02T08:00Z'],
      '2026-03-09T08:00Z',
    ],
    [
      'of a daily one exactly 24 hours late: the current instant, and the previous one is skipped',
      interval('daily', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-03T08:00Z',
      ['2026-03-03T08:00Z', false, 1, '2026-03-02T08:00Z', '2026-03-02T08:00Z'],
      '2026-03-04T08:00Z',
    ],
    [
      'of an hourly one after 3 hours: the latest of four',
      interval('hourly', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-02T11:00Z',
      ['2026-03-02T11:00Z', false, 3, '2026-03-02T08:00Z', '2026-03-02T10:00Z'],
      '2026-03-02T12:00Z',
    ],
    [
      'of an hourly one after 9 days: the latest of 217',
      interval('hourly', '2020-01-01T00:30Z'),
      '2026-03-02T08:30Z',
      '2026-03-11T08:45Z',
      ['2026-03-11T08:30Z', false, 216, '2026-03-02T08:30Z', '2026-03-11T07:30Z'],
      '2026-03-11T09:30Z',
    ],
    [
      'of an hourly one across the clock change: elapsed hours',
      interval('hourly', '2026-03-08T05:00Z'),
      '2026-03-08T05:00Z',
      '2026-03-08T09:10Z',
      ['2026-03-08T09:00Z', false, 4, '2026-03-08T05:00Z', '2026-03-08T08:00Z'],
      '2026-03-08T10:00Z',
    ],
    [
      'of an interval that has not begun: none',
      interval('hourly', '2027-01-01T00:00Z'),
      '2027-01-01T00:00Z',
      '2026-03-02T08:00Z',
      undefined,
      '2027-01-01T00:00Z',
    ],
    [
      'of an interval that has just begun: its anchor',
      interval('weekly', '2026-03-02T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-02T08:01Z',
      ['2026-03-02T08:00Z', false],
      '2026-03-09T08:00Z',
    ],
    [
      'of instants before the anchor of an edit: none',
      interval('daily', '2026-03-05T08:00Z'),
      '2026-03-02T08:00Z',
      '2026-03-04T08:00Z',
      undefined,
      '2026-03-05T08:00Z',
    ],
    [
      'of a New York daily after 3 hours on the day of the gap: that day',
      newYork,
      '2026-03-08T13:00Z',
      '2026-03-08T16:00Z',
      ['2026-03-08T13:00Z', false],
      '2026-03-09T13:00Z',
    ],
    [
      'of a New York daily after 9 days across the gap: one of nine',
      newYork,
      '2026-03-03T14:00Z',
      '2026-03-11T20:00Z',
      ['2026-03-11T13:00Z', false, 8, '2026-03-03T14:00Z', '2026-03-10T13:00Z'],
      '2026-03-12T13:00Z',
    ],
    [
      'of a New York daily after 9 days across the fold: one of nine',
      newYork,
      '2026-10-28T13:00Z',
      '2026-11-05T15:00Z',
      ['2026-11-05T14:00Z', false, 8, '2026-10-28T13:00Z', '2026-11-04T14:00Z'],
      '2026-11-06T14:00Z',
    ],
    [
      'of a New York daily 24 hours and 30 minutes late on a day of 25 hours: a record',
      newYork,
      '2026-10-31T13:00Z',
      '2026-11-01T13:30Z',
      ['2026-10-31T13:00Z', true, 1, '2026-10-31T13:00Z', '2026-10-31T13:00Z'],
      '2026-11-01T14:00Z',
    ],
    [
      'of a Sydney weekly within the day',
      sydney,
      '2026-03-29T20:30Z',
      '2026-03-30T20:30Z',
      ['2026-03-29T20:30Z', false],
      '2026-04-05T21:30Z',
    ],
    [
      'of a weekly Sydney schedule, a minute too late: a record, and the next week after the fold',
      sydney,
      '2026-03-29T20:30Z',
      '2026-03-30T20:31Z',
      ['2026-03-29T20:30Z', true, 1, '2026-03-29T20:30Z', '2026-03-29T20:30Z'],
      '2026-04-05T21:30Z',
    ],
    [
      'of a Sydney weekly after a month: a record of all',
      sydney,
      '2026-03-22T20:30Z',
      '2026-04-14T12:00Z',
      ['2026-04-12T21:30Z', true, 4, '2026-03-22T20:30Z', '2026-04-12T21:30Z'],
      '2026-04-19T21:30Z',
    ],
    [
      'of Nuuk’s gap past midnight: both dates of one local day, the later one taken',
      nuuk,
      '2026-03-29T01:30Z',
      '2026-03-30T00:30Z',
      ['2026-03-30T00:30Z', false, 1, '2026-03-29T01:30Z', '2026-03-29T01:30Z'],
      '2026-03-31T00:30Z',
    ],
    [
      'of Apia’s missing day: nothing, and the days around it',
      apia,
      '2011-12-28T22:00Z',
      '2011-12-30T22:00Z',
      ['2011-12-30T22:00Z', false, 2, '2011-12-28T22:00Z', '2011-12-29T22:00Z'],
      '2011-12-31T22:00Z',
    ],
  ])('%s', (_, cadence, nextRunAt, now, owed, next) => {
    expect(caughtUp(cadence, nextRunAt, now)).toEqual({ owed, next });
  });

  it('are counted once, at any time of the downtime', () => {
    for (const cadence of [newYork, nuuk, interval('hourly', '2026-01-01T00:00Z'), sydney]) {
      const from = new Date('2026-03-20T00:00Z');
      let nextRunAt = catchUp(cadence, { nextRunAt: from, now: from }, timeZones).next;
      const start = nextRunAt;
      let counted = 0;
      let latest = start;
      // Steps of 31 hours and 7 minutes, so that plans find no instant, one instant or several.
      for (let step = 1; step <= 20; step += 1) {
        const now = new Date(from.getTime() + step * 1_867 * 60_000);
        const { owed, next } = catchUp(cadence, { nextRunAt, now }, timeZones);
        if (owed !== undefined) {
          counted += (owed.skipped?.count ?? 0) + (owed.isMissed ? 0 : 1);
          latest = owed.scheduledFor;
        }
        nextRunAt = next;
      }
      const whole = catchUp(cadence, { nextRunAt: start, now: latest }, timeZones).owed;
      expect(counted).toBe((whole?.skipped?.count ?? 0) + 1);
    }
  });
});
