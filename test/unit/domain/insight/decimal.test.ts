import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseCaseCount } from '../../../../testing/choose-case-count.ts';
import { formatRatio, RATIO_DIGITS, roundRatio } from '../../../../domain/insight/figures/decimal.ts';

describe('a ratio of integers', () => {
  const cases: [bigint, bigint, string][] = [
    [0n, 7n, '0'],
    [1n, 1n, '1'],
    [1n, 2n, '0.5'],
    [1n, 3n, '0.333333333333'],
    [2n, 3n, '0.666666666667'],
    [-1n, 3n, '-0.333333333333'],
    [1n, -4n, '-0.25'],
    [61n, 5522n, '0.0110467222021'],
    [10n ** 30n, 1n, '1000000000000000000000000000000'],
    [1n, 10n ** 20n, '0.00000000000000000001'],
    // Numbers with thirteen digits: a tie rounds to the even neighbour, below and above.
    [1_000_000_000_000_5n, 10n, '1000000000000'],
    [1_000_000_000_001_5n, 10n, '1000000000000'],
    [1_000_000_000_015n, 10n, '100000000002'],
    [1_000_000_000_025n, 10n, '100000000002'],
    // Rounding up adds a digit.
    [9_999_999_999_999n, 10n, '1000000000000'],
    [9_999_999_999_996n, 10_000_000_000_000n, '1'],
  ];

  it.each(cases)('%s over %s is %s', (numerator, denominator, text) => {
    expect(formatRatio(numerator, denominator)).toBe(text);
  });

  it('refuses a denominator of zero', () => {
    expect(() => formatRatio(1n, 0n)).toThrow('over zero');
  });

  it('is the nearest decimal of 12 digits, and the even one of two', () => {
    const whole = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
    fc.assert(
      fc.property(whole, whole, (numerator, denominator) => {
        fc.pre(denominator !== 0n);
        const text = formatRatio(numerator, denominator);
        expect(text).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        // The text as an exact fraction, digits / 10^places.
        const [wholePart = '', fraction = ''] = text.replace('-', '').split('.');
        const digits = BigInt(wholePart + fraction);
        const significant = digits.toString().replace(/0+$/, '');
        expect(significant.length).toBeLessThanOrEqual(RATIO_DIGITS);
        const scale = 10n ** BigInt(fraction.length);
        const [top, bottom] = [abs(numerator), abs(denominator)];
        // The difference is at most half a unit of the twelfth significant digit. The unit is 10^-places, which the
        // loop finds by counting up.
        let places = -30;
        while (top !== 0n && top * power(places - (RATIO_DIGITS - 1)) < bottom * power(RATIO_DIGITS - 1 - places))
          places += 1;
        const error = abs(digits * bottom - top * scale);
        expect(2n * error * power(places) <= bottom * scale * power(-places)).toBe(true);
        expect(text.startsWith('-')).toBe(numerator !== 0n && numerator < 0n !== denominator < 0n);
      }),
      { numRuns: chooseCaseCount(2_000, 50_000) },
    );
  });

  it('rounds every tie to the even integer', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (integer) => {
        expect(roundRatio(2n * integer + 1n, 2n) % 2n).toBe(0n);
      }),
    );
  });
});

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** 10^exponent, or 1 for a negative exponent, which the other side of the comparison includes. */
function power(exponent: number): bigint {
  return exponent > 0 ? 10n ** BigInt(exponent) : 1n;
}
