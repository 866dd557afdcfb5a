import { describe, expect, it } from 'vitest';
import { timeZones } from '../../../../../contracts/wire/time-zone.ts';
import { localBuckets, type LocalGrain } from '../../../../../domain/insight/windows/local-buckets.ts';
import { zoneBuckets } from '../../../../reference/zone-buckets.ts';
import { chooseCaseCount } from '../../../../../testing/choose-case-count.ts';

function buckets(zone: string, grain: LocalGrain, from: string, to: string): [string, number][] {
  const offset = (utcMs: number): number => timeZones.offsetSeconds(zone, utcMs) * 1_000;
  return localBuckets(Date.parse(from), Date.parse(to), grain, offset).map((bucket) => [
    new Date(bucket.from).toISOString().replace(':00.000Z', ''),
    (bucket.to - bucket.from) / 3_600_000,
  ]);
}

describe('the days of a zone', () => {
  it.each<[string, string, string, string, [string, number][]]>([
    [
      'have 23 hours if clocks go forward',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      '2026-03-30T12:00Z',
      [
        ['2026-03-27T23:00', 24],
        ['2026-03-28T23:00', 23],
        ['2026-03-29T22:00', 24],
      ],
    ],
    [
      'have 25 hours if clocks go back',
      'America/New_York',
      '2026-11-01T04:00Z',
      '2026-11-02T05:00:00.001Z',
      [
        ['2026-11-01T04:00', 25],
        ['2026-11-02T05:00', 24],
      ],
    ],
    [
      'begin at the clock change that skips midnight',
      'America/Havana',
      '2026-03-08T04:59Z',
      '2026-03-08T05:01Z',
      [
        ['2026-03-07T05:00', 24],
        ['2026-03-08T05:00', 23],
      ],
    ],
    [
      'begin at the first of two midnights',
      'America/Havana',
      '2026-11-01T04:30Z',
      '2026-11-01T05:30Z',
      [['2026-11-01T04:00', 25]],
    ],
    [
      'begin at the quarter of an hour that contains their midnight',
      'Asia/Kathmandu',
      '2026-01-01T18:14Z',
      '2026-01-01T18:16Z',
      [
        ['2025-12-31T18:15', 24],
        ['2026-01-01T18:15', 24],
      ],
    ],
    [
      'are absent if the zone skips a day',
      'Pacific/Apia',
      '2011-12-30T09:00Z',
      '2011-12-30T11:00Z',
      [
        ['2011-12-29T10:00', 24],
        ['2011-12-30T10:00', 24],
      ],
    ],
    [
      'have begun if clocks go back over their midnight, although the previous day is shown again',
      'America/St_Johns',
      '2010-11-07T02:40Z',
      '2010-11-07T02:50Z',
      [['2010-11-07T02:30', 25]],
    ],
    ['are those of UTC in UTC', 'UTC', '2026-01-01T00:00Z', '2026-01-02T00:00Z', [['2026-01-01T00:00', 24]]],
    ['are empty for an empty window', 'Europe/Berlin', '2026-01-01T12:00Z', '2026-01-01T12:00Z', []],
  ])('%s', (_sentence, zone, from, to, expected) => {
    expect(buckets(zone, 'day', from, to)).toEqual(expected);
  });
});

describe('weeks and months of a zone', () => {
  it('are collected from its own days', () => {
    expect(buckets('Europe/Berlin', 'week', '2026-03-29T12:00Z', '2026-03-29T22:00:00.001Z')).toEqual([
      ['2026-03-22T23:00', 167],
      ['2026-03-29T22:00', 168],
    ]);
    expect(buckets('America/New_York', 'month', '2026-03-01T04:59:59.999Z', '2026-03-01T05:00:00.001Z')).toEqual([
      ['2026-02-01T05:00', 28 * 24],
      ['2026-03-01T05:00', 31 * 24 - 1],
    ]);
  });
});

it('equal those of Temporal in every zone', () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((_zone, index) => index % chooseCaseCount(12, 1) === 0);
  const window = { fromMs: Date.parse('2009-12-31T13:00Z'), toMs: Date.parse('2012-02-01T01:00Z') };
  for (const zone of zones) {
    const offset = (utcMs: number): number => timeZones.offsetSeconds(zone, utcMs) * 1_000;
    for (const grain of ['day', 'week', 'month'] as const) {
      const expected = zoneBuckets(window, grain, zone).map(({ fromMs: from, toMs: to }) => ({ from, to }));
      expect([zone, localBuckets(window.fromMs, window.toMs, grain, offset)]).toEqual([zone, expected]);
    }
  }
});
