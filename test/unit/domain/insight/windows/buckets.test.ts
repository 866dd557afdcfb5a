import { describe, expect, it } from 'vitest';
import { bucketAt, listBuckets } from '../../../../../domain/insight/windows/buckets.ts';
import { GRAINS, type Grain } from '../../../../../domain/insight/insight-sets.ts';

const shown = ({ from, to }: { from: number; to: number }): string[] =>
  [from, to].map((ms) => new Date(ms).toISOString().replace(':00.000Z', ''));

describe('the UTC bucket of an instant', () => {
  it.each<[string, Grain, string, string]>([
    ['2026-03-04T05:59:59.999Z', 'hour', '2026-03-04T05:00', '2026-03-04T06:00'],
    ['2026-03-04T05:00:00.000Z', 'hour', '2026-03-04T05:00', '2026-03-04T06:00'],
    ['2026-03-04T05:06:07.008Z', 'day', '2026-03-04T00:00', '2026-03-05T00:00'],
    // A Wednesday, a Sunday, a Monday.
    ['2026-03-04T05:06:07.008Z', 'week', '2026-03-02T00:00', '2026-03-09T00:00'],
    ['2026-03-08T23:59:59.999Z', 'week', '2026-03-02T00:00', '2026-03-09T00:00'],
    ['2026-03-09T00:00:00.000Z', 'week', '2026-03-09T00:00', '2026-03-16T00:00'],
    ['2026-02-28T23:59:59.999Z', 'month', '2026-02-01T00:00', '2026-03-01T00:00'],
    ['2026-12-31T12:00:00.000Z', 'month', '2026-12-01T00:00', '2027-01-01T00:00'],
    ['1969-12-31T23:00:00.000Z', 'week', '1969-12-29T00:00', '1970-01-05T00:00'],
  ])('of %s by %s is from %s to %s', (at, grain, from, to) => {
    expect(shown(bucketAt(Date.parse(at), grain))).toEqual([from, to]);
  });
});

describe('the buckets of a window', () => {
  const ms = (text: string): number => Date.parse(`${text}:00.000Z`);

  it('are those that it touches, unclipped and oldest first', () => {
    expect(listBuckets(ms('2026-01-31T23:59'), ms('2026-03-01T00:01'), 'month').map(shown)).toEqual([
      ['2026-01-01T00:00', '2026-02-01T00:00'],
      ['2026-02-01T00:00', '2026-03-01T00:00'],
      ['2026-03-01T00:00', '2026-04-01T00:00'],
    ]);
  });

  it('exclude the bucket that begins at its end', () => {
    expect(listBuckets(ms('2026-01-01T00:00'), ms('2026-01-03T00:00'), 'day').map(shown)).toEqual([
      ['2026-01-01T00:00', '2026-01-02T00:00'],
      ['2026-01-02T00:00', '2026-01-03T00:00'],
    ]);
  });

  it.each(GRAINS)('are empty for a window without length, by %s', (grain) => {
    expect(listBuckets(ms('2026-01-01T00:30'), ms('2026-01-01T00:30'), grain)).toEqual([]);
  });
});
