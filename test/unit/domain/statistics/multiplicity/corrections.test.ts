import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from '../../../../../domain/statistics/multiplicity/benjamini-hochberg.ts';
import { bonferroni } from '../../../../../domain/statistics/multiplicity/bonferroni.ts';
import { eBenjaminiHochberg } from '../../../../../domain/statistics/multiplicity/e-benjamini-hochberg.ts';
import { holm } from '../../../../../domain/statistics/multiplicity/holm.ts';

const countOf = (rejections: readonly boolean[]): number => rejections.filter(Boolean).length;

describe('corrections for many tests', () => {
  // Benjamini and Hochberg 1995, Journal of the Royal Statistical Society B 57:289, section 4.
  const published = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];

  it('reject 3, 3 and 4 of the published fifteen hypotheses', () => {
    const rejected = (count: number): boolean[] => published.map((_, index) => index < count);
    expect(bonferroni(published, 0.05)).toEqual(rejected(3));
    expect(holm(published, 0.05)).toEqual(rejected(3));
    expect(benjaminiHochberg(published, 0.05)).toEqual(rejected(4));
  });

  it('answer in the order of the input', () => {
    const shuffled = [0.759, 0.0004, 1, 0.0095, 0.324];
    expect(holm(shuffled, 0.05)).toEqual([false, true, false, true, false]);
    expect(benjaminiHochberg(shuffled, 0.05)).toEqual([false, true, false, true, false]);
    expect(bonferroni(shuffled, 0.05)).toEqual([false, true, false, true, false]);
  });

  it('Holm stops at the first failure, while Benjamini and Hochberg take the last success', () => {
    const pValues = [0.01, 0.04, 0.03, 0.04];
    // 0.03 is above 0.05/3, so nothing larger is rejected, although the last 0.04 is below 0.05/1.
    expect(holm(pValues, 0.05)).toEqual([true, false, false, false]);
    // 0.04 is at most 0.05 × 4/4, so everything is rejected, although 0.03 is above 0.05 × 2/4.
    expect(benjaminiHochberg(pValues, 0.05)).toEqual([true, true, true, true]);
  });

  it('decide equal p-values equally, and reject nothing without hypotheses', () => {
    expect(holm([0.02, 0.02, 0.02], 0.05)).toEqual([false, false, false]);
    expect(holm([0.016, 0.016, 0.016], 0.05)).toEqual([true, true, true]);
    expect([holm([], 0.05), bonferroni([], 0.05), benjaminiHochberg([], 0.05), eBenjaminiHochberg([], 0.05)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('reject more in the order Bonferroni, Holm, Benjamini and Hochberg', () => {
    const pValue = fc.integer({ min: 1, max: 1_000 }).map((thousandths) => thousandths / 10_000);
    fc.assert(
      fc.property(fc.array(pValue, { maxLength: 20 }), (pValues) => {
        const rejections = [bonferroni, holm, benjaminiHochberg].map((correct) => correct(pValues, 0.05));
        pValues.forEach((_, index) => {
          const [first, second, third] = rejections.map((rejected) => Number(rejected[index]));
          expect(first).toBeLessThanOrEqual(second ?? 0);
          expect(second).toBeLessThanOrEqual(third ?? 0);
        });
      }),
    );
  });

  it('reject the k largest e-values if each is at least the number of tests over k alpha', () => {
    // Wang and Ramdas 2022: of four tests at 0.05, one needs 80, two need 40 each, three need 26.7 each.
    expect(eBenjaminiHochberg([80, 1, 1, 1], 0.05)).toEqual([true, false, false, false]);
    expect(eBenjaminiHochberg([79, 1, 1, 1], 0.05)).toEqual([false, false, false, false]);
    expect(eBenjaminiHochberg([1, 40, 39, 40], 0.05)).toEqual([false, true, true, true]);
    expect(countOf(eBenjaminiHochberg([40, 40, 1, 1], 0.05))).toBe(2);
  });

  it('e-values that are one over p-values reject no more than Benjamini and Hochberg', () => {
    const pValue = fc.integer({ min: 1, max: 1_000 }).map((thousandths) => thousandths / 10_000);
    fc.assert(
      fc.property(fc.array(pValue, { maxLength: 20 }), (pValues) => {
        const eValues = pValues.map((p) => 0.9 / p);
        expect(countOf(eBenjaminiHochberg(eValues, 0.05))).toBeLessThanOrEqual(
          countOf(benjaminiHochberg(pValues, 0.05)),
        );
      }),
    );
  });
});
