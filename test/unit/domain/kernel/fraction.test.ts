import { describe, expect, it } from 'vitest';
import { absoluteDifference, isAtMost, parseDecimal } from '../../../../domain/kernel/fraction.ts';

const whole = (numerator: bigint) => ({ numerator, denominator: 1n });

describe('a decimal text', () => {
  it.each([
    ['42', 42n, 1n],
    ['-42', -42n, 1n],
    ['007', 7n, 1n],
    ['0.05', 5n, 100n],
    ['-0.50', -50n, 100n],
    ['1.5e3', 1_500n, 1n],
    ['1.5E+1', 15n, 1n],
    ['2e-3', 2n, 1_000n],
    ['1e021', 10n ** 21n, 1n],
    ['1e999', 10n ** 999n, 1n],
    ['12345678901234567890.1', 123456789012345678901n, 10n],
  ])('%s is exact', (text, numerator, denominator) => {
    expect(parseDecimal(text)).toEqual({ numerator, denominator });
  });

  it.each(['', '-', '.5', '5.', '+5', '1,000', ' 1', '1 ', '1e', '1e1000', '0x10', 'NaN', '1.2.3', 'a1', '1a'])(
    '%j is not a number',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
    },
  );
});

describe('exact numbers', () => {
  it('are compared with any denominators', () => {
    expect(isAtMost({ numerator: 1n, denominator: 3n }, { numerator: 2n, denominator: 6n })).toBe(true);
    expect(isAtMost({ numerator: 1n, denominator: 3n }, { numerator: 333n, denominator: 1_000n })).toBe(false);
    expect(isAtMost({ numerator: 333n, denominator: 1_000n }, { numerator: 1n, denominator: 3n })).toBe(true);
    expect(isAtMost(whole(-2n), whole(-1n))).toBe(true);
  });

  it('have a symmetric difference', () => {
    const [one, other] = [
      { numerator: 1n, denominator: 2n },
      { numerator: 3n, denominator: 10n },
    ];
    expect(absoluteDifference(one, other)).toEqual({ numerator: 4n, denominator: 20n });
    expect(absoluteDifference(other, one)).toEqual({ numerator: 4n, denominator: 20n });
    expect(absoluteDifference(whole(-2n), whole(3n))).toEqual(whole(5n));
  });
});
