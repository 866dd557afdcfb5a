import { describe, expect, it } from 'vitest';
import { zoneOffsetMs } from '../../../../contracts/wire/time-zone.ts';
import { type ClockChange, clockChange } from '../../../../domain/reports/clock-change.ts';

const changeOf = (zone: string, from: string, to: string): ClockChange | undefined =>
  clockChange({ from: new Date(from), to: new Date(to) }, zone, zoneOffsetMs);

describe('a window across a clock change', () => {
  // The local times are those of Python's zoneinfo module.
  it.each<[string, string, string, string, number, string, string]>([
    [
      '24 elapsed hours look like 25',
      'Europe/Berlin',
      '2026-03-28T08:00:00Z',
      '2026-03-29T08:00:00Z',
      3_600,
      '2026-03-28T09:00:00.000+01:00',
      '2026-03-29T10:00:00.000+02:00',
    ],
    [
      '24 elapsed hours look like 23',
      'America/Los_Angeles',
      '2026-10-31T15:00:00Z',
      '2026-11-01T15:00:00Z',
      -3_600,
      '2026-10-31T08:00:00.000-07:00',
      '2026-11-01T07:00:00.000-08:00',
    ],
    [
      'a local day has 23 hours',
      'Europe/Berlin',
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
      3_600,
      '2026-03-29T00:00:00.000+01:00',
      '2026-03-30T00:00:00.000+02:00',
    ],
    [
      'clocks are set by half an hour',
      'Australia/Lord_Howe',
      '2026-10-03T13:30:00Z',
      '2026-10-04T13:00:00Z',
      1_800,
      '2026-10-04T00:00:00.000+10:30',
      '2026-10-05T00:00:00.000+11:00',
    ],
    [
      'a day is skipped',
      'Pacific/Apia',
      '2011-12-29T12:00:00Z',
      '2011-12-30T12:00:00Z',
      86_400,
      '2011-12-29T02:00:00.000-10:00',
      '2011-12-31T02:00:00.000+14:00',
    ],
  ])('states the difference: %s', (_, zone, from, to, seconds, local_from, local_to) => {
    expect(changeOf(zone, from, to)).toEqual({ timezone: zone, seconds, local_from, local_to });
  });

  it.each([
    ['clocks do not change', 'Europe/Berlin', '2026-03-27T08:00:00Z', '2026-03-28T08:00:00Z'],
    ['it ends as they do', 'Europe/Berlin', '2026-03-28T00:59:59Z', '2026-03-29T00:59:59Z'],
    ['they are set forward and back', 'Europe/Berlin', '2025-07-01T00:00:00Z', '2026-07-01T00:00:00Z'],
    ['it has no such clocks', 'UTC', '2026-03-28T08:00:00Z', '2026-03-29T08:00:00Z'],
  ])('states nothing if %s', (_, zone, from, to) => {
    expect(changeOf(zone, from, to)).toBeUndefined();
  });
});
