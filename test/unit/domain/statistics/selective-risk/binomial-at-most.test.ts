import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtMost } from '../../../../../domain/statistics/selective-risk/binomial-at-most.ts';

/** The probability, counted in integers from a probability in thousandths. */
function counted(max: number, count: number, thousandths: number): number {
  let ways = 1n;
  let sum = 0n;
  for (let events = 0; events <= max; events += 1) {
    sum += ways * BigInt(thousandths) ** BigInt(events) * BigInt(1_000 - thousandths) ** BigInt(count - events);
    ways = (ways * BigInt(count - events)) / BigInt(events + 1);
  }
  return Number((sum * 10n ** 18n) / 1_000n ** BigInt(count)) / 1e18;
}

describe('the probability of at most a number of events', () => {
  it('equals a count', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 120 }),
        fc.nat({ max: 120 }),
        fc.integer({ min: 1, max: 999 }),
        (count, some, thousandths) => {
          const max = Math.min(some, count);
          expect(binomialAtMost(max, count, thousandths / 1_000)).toBeCloseTo(counted(max, count, thousandths), 12);
        },
      ),
    );
  });

  it('is 1 for the total number, and without events', () => {
    expect(binomialAtMost(0, 0, 0.05)).toBe(1);
    expect(binomialAtMost(7, 7, 0.05)).toBe(1);
  });

  it('is correct for counts whose terms are no doubles', () => {
    // 0.95 to the power of 100,000 is below the smallest double. The middle is half, and far from it the probability is
    // 0 or 1.
    expect(binomialAtMost(5_000, 100_000, 0.05)).toBeCloseTo(0.504, 3);
    expect(binomialAtMost(0, 100_000, 0.05)).toBe(0);
    expect(binomialAtMost(90_000, 100_000, 0.05)).toBe(1);
  });
});
