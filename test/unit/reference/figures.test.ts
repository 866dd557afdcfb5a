import { describe, expect, it } from 'vitest';
import { ratioText, formatReported, roundToSignificant } from '../../reference/decimal.ts';
import { toBucket, exactQuantiles, bucketMidpoint } from '../../reference/quantiles.ts';
import { bucketsIn } from '../../reference/time-buckets.ts';

describe('a ratio of the reference', () => {
  it.each([
    [1n, 3n, '0.333333333333'],
    [2n, 3n, '0.666666666667'],
    [7n, 7n, '1'],
    [0n, 9n, '0'],
    [-1n, 8n, '-0.125'],
    // Ties: the thirteenth digit is a single 5.
    [1_000_000_000_005n, 10n, '100000000000'],
    [1_000_000_000_015n, 10n, '100000000002'],
    [123_456_789_012_345n, 1n, '123456789012000'],
  ])('%s / %s = %s', (top, bottom, text) => {
    expect(ratioText(top, bottom)).toBe(text);
  });
});

describe('a measured number of the reference', () => {
  it.each([
    [1_500, '1500'],
    [0.0005, '0.0005'],
    [0, '0'],
    [1e-7, '0.0000001'],
    [1e12, '1000000000000'],
  ])('%s is written without exponent', (number, text) => {
    expect(formatReported(number)).toBe(text);
  });

  it('is rounded to its significant digits', () => {
    expect(roundToSignificant(1234.56789, 6)).toBe('1234.57');
    expect(roundToSignificant(123_456_789, 6)).toBe('123457000');
    expect(roundToSignificant(0, 6)).toBe('0');
  });
});

describe('levels of the reference', () => {
  it('interpolate linearly between the two nearest samples', () => {
    // 0, 10, 20, 30: p50 reads position 1.5, p75 2.25, p90 2.7, p95 2.85, p99 2.97.
    expect(exactQuantiles([30, 0, 20, 10])).toEqual({
      p50: '15',
      p75: '22.5',
      p90: '27',
      p95: '28.5',
      p99: '29.7',
    });
  });

  it('use the geometric middle of a bucket, sixteen per octave from 2^-10 ms on', () => {
    expect([0, 2 ** -11, 2 ** -10, 1, 2].map(toBucket)).toEqual([0, 0, 1, 161, 177]);
    expect(bucketMidpoint(0)).toBe(0);
    expect(bucketMidpoint(161)).toBeCloseTo(2 ** (1 / 32), 12);
  });
});

describe('buckets of the reference', () => {
  const window = { fromMs: Date.parse('2026-02-28T22:30:00Z'), toMs: Date.parse('2026-03-02T00:00:00.001Z') };

  it.each([
    ['day', 'UTC', ['2026-02-28', '2026-03-01', '2026-03-02']],
    ['week', 'UTC', ['2026-02-23', '2026-03-02']],
    ['month', 'UTC', ['2026-02', '2026-03']],
    ['month', 'America/New_York', ['2026-01-31 19:00 -05:00', '2026-02-28 19:00 -05:00']],
  ] as const)('have the start of the complete %s as their label, as a clock in %s shows it', (grain, zone, labels) => {
    expect(bucketsIn(window, { grain, display_tz: zone }).map(({ label }) => label)).toEqual(labels);
  });

  it('are clipped to the window, with the offset of the zone on hours', () => {
    const [first] = bucketsIn(window, { grain: 'hour', display_tz: 'Asia/Kolkata' });
    expect(first).toEqual({ fromMs: window.fromMs, toMs: window.fromMs + 1_800_000, label: '2026-03-01 03:30 +05:30' });
  });
});
