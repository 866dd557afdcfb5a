import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundSumToNanoUsd, roundToNanoUsd } from '../../../../domain/kernel/round-to-nano-usd.ts';

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

  it('uses the digits of the amount, half to even, near the middle and far from it', () => {
    const amounts = fc.tuple(fc.integer({ min: 0, max: 10 ** 14 }), fc.integer({ min: 9, max: 14 }));
    fc.assert(
      fc.property(amounts, fc.constantFrom(0, 5), ([number, places], last) => {
        const digits = number - (number % 10) + last;
        const unit = 10n ** BigInt(places - 9);
        const [whole, twice] = [BigInt(digits) / unit, (BigInt(digits) % unit) * 2n];
        const isUp = twice > unit || (twice === unit && whole % 2n === 1n);
        const rounded = (isUp ? whole + 1n : whole).toString();
        expect(roundToNanoUsd(digits / 10 ** places)).toBe(rounded);
        expect(roundSumToNanoUsd(digits / 10 ** places)).toBe(rounded);
      }),
    );
  });

  it('treats the digits of a sum that a double cannot store as noise', () => {
    const sum = 3e-10 + 42e-10;
    expect(sum).toBe(4.500000000000001e-9);
    expect([roundToNanoUsd(sum), roundSumToNanoUsd(sum)]).toEqual(['5', '4']);
  });

  it.each([roundToNanoUsd, roundSumToNanoUsd])('refuses an invalid amount: %o', (round) => {
    for (const none of [-1, -1e-12, Number.NaN, Infinity]) expect(() => round(none)).toThrow(RangeError);
  });
});
