import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Confusion } from '../../../../domain/judges/confusion.ts';
import { correctPassRate } from '../../../../domain/judges/correct-pass-rate.ts';

/** The confusion of a judge, from its correct verdicts among the passes of people and among their fails. */
function confusionOf(passes: readonly [number, number], fails: readonly [number, number]): Confusion {
  return {
    bothPass: passes[0],
    onlyPeoplePass: passes[1] - passes[0],
    bothFail: fails[0],
    onlyJudgePasses: fails[1] - fails[0],
  };
}

describe('the corrected pass rate', () => {
  // Lang and Reiczigel 2014, Preventive Veterinary Medicine 113:13, examples 1 to 4, as the manual of R's asht,
  // prevSeSp, prints them.
  it.each([
    { example: '1', passed: 4_060, judged: 11_284, passes: [178, 179], fails: [358, 359], printed: ['0.349', '0.372'] },
    { example: '2', passed: 51, judged: 2_971, passes: [32, 33], fails: [20, 20], printed: ['0.000', '0.053'] },
    { example: '3', passed: 711.72, judged: 11_862, passes: [8, 10], fails: [12, 12], printed: ['0.000', '0.147'] },
    { example: '4', passed: 51, judged: 509, passes: [23, 41], fails: [187, 195], printed: ['0.037', '0.195'] },
  ] as const)('has the published interval of example $example', ({ passed, judged, passes, fails, printed }) => {
    const corrected = correctPassRate({ passed, failed: judged - passed }, confusionOf(passes, fails), '0.95');
    if (corrected.state === 'absent') throw new Error(corrected.reason);
    expect([corrected.interval.lower.toFixed(3), corrected.interval.upper.toFixed(3)]).toEqual(printed);
  });

  it('is the rate that would have given the observation', () => {
    const confusion = confusionOf([80, 100], [90, 100]);
    // 60 of a hundred pass. The judge passes 48 of them, and 4 of the others.
    const corrected = correctPassRate({ passed: 52, failed: 48 }, confusion, '0.95');
    expect(corrected).toMatchObject({ state: 'present', rate: expect.closeTo(0.6, 12) as number });
  });

  it('equals the observation for a judge that never errs', () => {
    const corrected = correctPassRate({ passed: 30, failed: 70 }, confusionOf([40, 40], [40, 40]), '0.95');
    expect(corrected).toMatchObject({ state: 'present', rate: expect.closeTo(0.3, 12) as number });
  });

  it('is wider with fewer labelled rows, and with more confidence', () => {
    const width = (rows: number, confidence: '0.90' | '0.95'): number => {
      const confusion = confusionOf([0.8 * rows, rows], [0.9 * rows, rows]);
      const corrected = correctPassRate({ passed: 52, failed: 48 }, confusion, confidence);
      return corrected.state === 'present' ? corrected.interval.upper - corrected.interval.lower : 0;
    };
    expect(width(10, '0.95')).toBeGreaterThan(width(100, '0.95'));
    expect(width(100, '0.95')).toBeGreaterThan(width(100, '0.90'));
    expect(width(100, '0.90')).toBeGreaterThan(0);
  });

  it('is a share with an ordered interval for any counts', () => {
    const count = fc.nat({ max: 60 });
    const confusion = fc.record({ bothPass: count, onlyJudgePasses: count, onlyPeoplePass: count, bothFail: count });
    fc.assert(
      fc.property(count, count, confusion, (passed, failed, labelled) => {
        const corrected = correctPassRate({ passed, failed }, labelled, '0.95');
        fc.pre(corrected.state === 'present');
        const { rate, interval } = corrected;
        expect([0 <= rate, rate <= 1]).toEqual([true, true]);
        expect([0 <= interval.lower, interval.lower <= interval.upper, interval.upper <= 1]).toEqual([
          true,
          true,
          true,
        ]);
      }),
    );
  });

  it('ends at 0 and at 1 if less or more was observed than the judge’s errors explain', () => {
    const confusion = confusionOf([90, 100], [80, 100]);
    expect(correctPassRate({ passed: 0, failed: 500 }, confusion, '0.95')).toMatchObject({
      rate: 0,
      interval: { lower: 0 },
    });
    expect(correctPassRate({ passed: 500, failed: 0 }, confusion, '0.95')).toMatchObject({
      rate: 1,
      interval: { upper: 1 },
    });
  });

  it('may be any share if the judge is better than chance only by the few rows', () => {
    const corrected = correctPassRate({ passed: 5, failed: 5 }, confusionOf([1, 1], [100, 1_000]), '0.95');
    expect(corrected).toMatchObject({ state: 'present', interval: { lower: 0, upper: 1 } });
    // After the added rows, the judge is wrong on one kind as often as it is right on the other.
    const even = correctPassRate({ passed: 5, failed: 5 }, confusionOf([2, 2], [1, 6]), '0.95');
    expect(even).toMatchObject({ state: 'present', interval: { lower: 0, upper: 1 } });
  });

  it('is absent with a reason if no conclusion is possible', () => {
    const labelled = confusionOf([8, 10], [9, 10]);
    const reasonOf = (judged: { passed: number; failed: number }, confusion: Confusion): string => {
      const corrected = correctPassRate(judged, confusion, '0.95');
      return corrected.state === 'absent' ? corrected.reason : corrected.state;
    };
    expect(reasonOf({ passed: 0, failed: 0 }, labelled)).toBe('nothing_judged');
    expect(reasonOf({ passed: 5, failed: 5 }, confusionOf([8, 10], [0, 0]))).toBe('one_category');
    expect(reasonOf({ passed: 5, failed: 5 }, confusionOf([0, 0], [8, 10]))).toBe('one_category');
    expect(reasonOf({ passed: 5, failed: 5 }, confusionOf([5, 10], [5, 10]))).toBe('no_better_than_chance');
    expect(reasonOf({ passed: 5, failed: 5 }, confusionOf([6, 10], [5, 10]))).toBe('present');
  });
});
