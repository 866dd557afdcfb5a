import { describe, expect, it } from 'vitest';
import {
  bucketMiddle,
  bucketQuantiles,
  exactQuantiles,
  latencyBucket,
  latencyText,
} from '../../../../domain/insight/figures/latency.ts';

describe('the bucket of a latency', () => {
  it.each([
    [0, 0],
    [0.0009, 0],
    [2 ** -10, 1],
    [2 ** -9, 17],
    [1, 161],
    [1.04, 161],
    [1.05, 162],
    [1024, 321],
    [2 ** 25, 561],
  ])('of %d ms is %i', (milliseconds, bucket) => {
    expect(latencyBucket(milliseconds)).toBe(bucket);
  });

  it('is read within 2.2 % of every sample in it', () => {
    for (let milliseconds = 2 ** -10; milliseconds < 1e9; milliseconds *= 1.0137) {
      const read = bucketMiddle(latencyBucket(milliseconds));
      expect(Math.abs(read / milliseconds - 1)).toBeLessThan(0.022);
    }
    expect(bucketMiddle(0)).toBe(0);
  });
});

describe('levels from buckets', () => {
  it('interpolate between the neighbours of their position', () => {
    // 1 ms and 1,024 ms are read as multiples by 2^(1/32): 1.02190 and 1046.42.
    expect(
      bucketQuantiles(
        new Map([
          [321, 1n],
          [161, 1n],
        ]),
      ),
    ).toEqual({
      p50: '523.722',
      p75: '785.072',
      p90: '941.883',
      p95: '994.153',
      p99: '1035.97',
    });
  });

  it('keep observed zeros and count beyond the exact integers of a double', () => {
    expect(
      bucketQuantiles(
        new Map([
          [0, 9_007_199_254_740_993n],
          [161, 9_007_199_254_740_993n],
        ]),
      ),
    ).toEqual({
      p50: '0.510949',
      p75: '1.0219',
      p90: '1.0219',
      p95: '1.0219',
      p99: '1.0219',
    });
  });

  it('of one sample all equal that sample', () => {
    expect(new Set(Object.values(bucketQuantiles(new Map([[161, 1n]])) ?? {}))).toEqual(new Set(['1.0219']));
  });

  it('are absent without a sample', () => {
    expect(bucketQuantiles(new Map())).toBeUndefined();
    expect(bucketQuantiles(new Map([[3, 0n]]))).toBeUndefined();
  });
});

describe('the text of a latency', () => {
  it.each([
    [0, 12, '0'],
    [1, 12, '1'],
    [0.1 + 0.2, 12, '0.3'],
    [1234.5, 12, '1234.5'],
    [123456789012.5, 12, '123456789013'],
    [1.5e15, 12, '1500000000000000'],
    [0.0000001234, 12, '0.0000001234'],
    [1234567.8, 6, '1234570'],
    [999999.7, 6, '1000000'],
  ])('of %d with %i digits is %s', (milliseconds, digits, text) => {
    expect(latencyText(milliseconds, digits)).toBe(text);
  });

  it('names exact levels in order', () => {
    expect(exactQuantiles([1, 2, 3.25, 4, 5])).toEqual({ p50: '1', p75: '2', p90: '3.25', p95: '4', p99: '5' });
  });
});
