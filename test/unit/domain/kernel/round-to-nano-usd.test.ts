import { describe, expect, it } from 'vitest';
import { roundToNanoUsd } from '../../../../domain/kernel/round-to-nano-usd.ts';

describe('nano-USD of a cost', () => {
  it.each([
    [0, '0'],
    [0.0001107, '110700'],
    [0.052005, '52005000'],
    [1.4999999999999999e-5, '15000'],
    [5e-10, '0'],
    [1.5e-9, '2'],
    [2.5e-9, '2'],
    [2.51e-9, '3'],
    [9990.006, '9990006000000'],
    [1e21, '1000000000000000000000000000000'],
  ])('of %s USD is %s', (usd, nanos) => {
    expect(roundToNanoUsd(usd)).toBe(nanos);
  });

  it('refuses what is no amount', () => {
    expect(() => roundToNanoUsd(-1)).toThrow(RangeError);
    expect(() => roundToNanoUsd(Number.NaN)).toThrow(RangeError);
  });
});
