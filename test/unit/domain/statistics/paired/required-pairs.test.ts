import { describe, expect, it } from 'vitest';
import { minDetectableDifference } from '../../../../../domain/statistics/paired/min-detectable-difference.ts';
import { requiredPairs } from '../../../../../domain/statistics/paired/required-pairs.ts';

const usual = { alpha: 0.05, power: 0.8 };

describe('the plan of a paired test', () => {
  // Miller 2024, Adding Error Bars to Evals, arXiv 2411.00640: a variance of 1/9 and a difference of 0.03.
  it('needs 969 items, and finds 0.0295313 with 1,000', () => {
    const plan = { ...usual, variance: 1 / 9 };
    expect(requiredPairs(plan, 0.03)).toBe(969);
    expect(minDetectableDifference(plan, 968.997)).toBeCloseTo(0.03, 6);
    expect(minDetectableDifference(plan, 1_000)).toBeCloseTo(0.0295313, 7);
  });

  it('needs as many of each of two independent arms: 0.80 against 0.85', () => {
    const unpooled = { ...usual, variance: 0.8 * 0.2 + 0.85 * 0.15 };
    expect(requiredPairs(unpooled, 0.05)).toBe(903);
    expect(minDetectableDifference(unpooled, 902.62)).toBeCloseTo(0.05, 6);
    const pooled = { ...unpooled, nullVariance: 2 * 0.825 * 0.175 };
    expect(requiredPairs(pooled, 0.05)).toBe(906);
    expect(minDetectableDifference(pooled, 905.37)).toBeCloseTo(0.05, 6);
  });

  it('needs more for a smaller difference, for more power and in either direction', () => {
    const plan = { ...usual, variance: 0.25 };
    expect(requiredPairs(plan, 0.1)).toBe(197);
    expect(requiredPairs(plan, -0.1)).toBe(197);
    expect(requiredPairs(plan, 0.05)).toBe(785);
    expect(requiredPairs({ ...plan, power: 0.9 }, 0.1)).toBe(263);
  });
});
