import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NORMAL_QUANTILES } from '../../../../domain/statistics/confidence.ts';
import { wilsonInterval } from '../../../../domain/statistics/wilson-interval.ts';

const AT_95 = NORMAL_QUANTILES['0.95'].twoSided;

describe('Wilson’s interval', () => {
  // Newcombe 1998, Statistics in Medicine 17:857, table I, method 3.
  it.each([
    [81, 263, '0.2553', '0.3662'],
    [15, 148, '0.0624', '0.1605'],
    [0, 20, '0.0000', '0.1611'],
    [1, 29, '0.0061', '0.1718'],
  ])('has the published bounds of %i of %i', (passed, cases, lower, upper) => {
    const interval = wilsonInterval(passed, cases, AT_95);
    expect([interval.lower.toFixed(4), interval.upper.toFixed(4)]).toEqual([lower, upper]);
  });

  it('covers everything without cases', () => {
    expect(wilsonInterval(0, 0, AT_95)).toEqual({ lower: 0, upper: 1 });
  });

  it('ends at 0 and at 1 exactly if none or all passed', () => {
    for (const cases of [2, 50, 1_319]) {
      const bound = cases / (cases + AT_95 ** 2);
      expect(wilsonInterval(0, cases, AT_95).lower).toBe(0);
      expect(wilsonInterval(0, cases, AT_95).upper).toBeCloseTo(1 - bound, 12);
      expect(wilsonInterval(cases, cases, AT_95).lower).toBeCloseTo(bound, 12);
      expect(wilsonInterval(cases, cases, AT_95).upper).toBe(1);
    }
  });

  it('solves |passed/cases - p| = z √(p (1 - p) / cases) at both bounds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_319 }), fc.nat({ max: 1_319 }), (cases, some) => {
        const passed = Math.min(some, cases);
        const { lower, upper } = wilsonInterval(passed, cases, AT_95);
        for (const bound of [lower, upper]) {
          const distance = Math.abs(passed / cases - bound);
          expect(distance).toBeCloseTo(AT_95 * Math.sqrt((bound * (1 - bound)) / cases), 10);
        }
        expect(lower).toBeLessThanOrEqual(passed / cases);
        expect(upper).toBeGreaterThanOrEqual(passed / cases);
      }),
    );
  });
});
