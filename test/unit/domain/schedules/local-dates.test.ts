import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../contracts/wire/time-zone.ts';
import type { WallClockCadence, Weekday } from '../../../../domain/schedules/cadence.ts';
import { generateInstants } from '../../../../domain/schedules/instants.ts';
import { instantFromDate, intendedDate } from '../../../../domain/schedules/local-dates.ts';

const daily = (timezone: string, local_time: string): WallClockCadence => ({
  mode: 'wall_clock',
  frequency: 'daily',
  local_time,
  timezone,
});
const weekly = (timezone: string, local_time: string, weekday: Weekday): WallClockCadence => ({
  mode: 'wall_clock',
  frequency: 'weekly',
  local_time,
  timezone,
  weekday,
});

describe('the local date of an instant', () => {
  it.each<[string, WallClockCadence, string, string]>([
    ['is that of its clock', daily('Europe/Berlin', '00:30'), '2026-03-01T23:30:00.000Z', '2026-03-02'],
    [
      'is that of its clock in the far east',
      daily('Pacific/Kiritimati', '09:00'),
      '2026-03-01T19:00:00.000Z',
      '2026-03-02',
    ],
    ['is that of its clock in the far west', daily('Pacific/Niue', '23:00'), '2026-03-03T10:00:00.000Z', '2026-03-02'],
    ['is the same day in a gap', daily('America/New_York', '02:30'), '2026-03-08T07:30:00.000Z', '2026-03-08'],
    ['is the same day in a fold', daily('America/New_York', '01:30'), '2026-11-01T05:30:00.000Z', '2026-11-01'],
    [
      'is the day before in a gap past midnight',
      daily('America/Nuuk', '23:30'),
      '2026-03-29T01:30:00.000Z',
      '2026-03-28',
    ],
    ['is that day again a day later', daily('America/Nuuk', '23:30'), '2026-03-30T00:30:00.000Z', '2026-03-29'],
    ['is the day of a gap at midnight', daily('Africa/Cairo', '00:15'), '2026-04-23T22:15:00.000Z', '2026-04-24'],
    ['skips a day that does not exist', daily('Pacific/Apia', '12:00'), '2011-12-30T22:00:00.000Z', '2011-12-31'],
    [
      'is the weekday, although the date was skipped',
      weekly('Pacific/Apia', '12:00', 'friday'),
      '2011-12-30T22:00:00.000Z',
      '2011-12-30',
    ],
    [
      'is the weekday in a gap past midnight',
      weekly('America/Nuuk', '23:30', 'saturday'),
      '2026-03-29T01:30:00.000Z',
      '2026-03-28',
    ],
  ])('%s', (_, cadence, at, date) => {
    expect(intendedDate(cadence, new Date(at), timeZones)).toBe(date);
    const [instant] = generateInstants(cadence, { from: new Date(at), to: new Date(Date.parse(at) + 1) }, timeZones);
    expect(instant?.at.toISOString()).toBe(at);
    expect(instantFromDate(cadence, date, timeZones).toISOString()).toBe(at);
  });

  it('is absent for an interval', () => {
    const cadence = { mode: 'interval', frequency: 'daily', anchor: '2026-03-02T08:00:00.000Z' } as const;
    expect(intendedDate(cadence, new Date('2026-03-02T08:00:00.000Z'), timeZones)).toBeUndefined();
  });
});

describe('the first instant of a date', () => {
  it.each<[string, WallClockCadence, string, string]>([
    [
      'is that of the next day if the day was skipped',
      daily('Pacific/Apia', '12:00'),
      '2011-12-30',
      '2011-12-30T22:00:00.000Z',
    ],
    [
      'is that of the next weekday',
      weekly('Europe/Berlin', '09:00', 'monday'),
      '2026-03-03',
      '2026-03-09T08:00:00.000Z',
    ],
    [
      'is that of the weekday itself',
      weekly('Europe/Berlin', '09:00', 'monday'),
      '2026-03-09',
      '2026-03-09T08:00:00.000Z',
    ],
  ])('%s', (_, cadence, date, at) => {
    expect(instantFromDate(cadence, date, timeZones).toISOString()).toBe(at);
  });

  it.each(['Europe/Berlin', 'America/New_York', 'America/Nuuk', 'Australia/Lord_Howe', 'Africa/Cairo', 'Pacific/Apia'])(
    'leads back to the date, for every day of a year, in %s',
    (timezone) => {
      for (const cadence of [daily(timezone, '23:45'), daily(timezone, '00:10'), daily(timezone, '02:30')]) {
        const window = { from: new Date('2026-01-01T00:00Z'), to: new Date('2027-01-01T00:00Z') };
        const dates = new Set<string>();
        for (const { at } of generateInstants(cadence, window, timeZones)) {
          const date = intendedDate(cadence, at, timeZones) ?? '';
          dates.add(date);
          expect(instantFromDate(cadence, date, timeZones)).toEqual(at);
        }
        expect(dates.size).toBe(365);
      }
    },
  );
});
