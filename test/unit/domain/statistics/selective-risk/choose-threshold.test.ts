import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseThreshold } from '../../../../../domain/statistics/selective-risk/choose-threshold.ts';
import { thresholdGrid } from '../../../../../domain/statistics/selective-risk/threshold-grid.ts';

describe('the grid of thresholds', () => {
  it('has the deciles of the scores, highest first', () => {
    const scores = Array.from({ length: 100 }, (_, index) => (index + 1) / 100);
    expect(thresholdGrid(scores)).toEqual([0.91, 0.81, 0.71, 0.61, 0.51, 0.41, 0.31, 0.21, 0.11, 0.01]);
  });

  it('has each score once, and the lowest last', () => {
    expect(thresholdGrid([1, 1, 1, 1, 0.8, 0.6])).toEqual([1, 0.8, 0.6]);
    expect(thresholdGrid([0.7])).toEqual([0.7]);
  });

  it('is empty without scores', () => {
    expect(thresholdGrid([])).toEqual([]);
  });

  it('does not depend on the order of scores', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0.5, 0.6, 0.75, 0.9, 1), { minLength: 1 }), (scores) => {
        expect(thresholdGrid(scores.toReversed())).toEqual(thresholdGrid(scores));
        expect(thresholdGrid(scores).at(-1)).toBe(Math.min(...scores));
      }),
    );
  });
});

describe('the choice of a threshold', () => {
  const levels = [
    { score: 0.6, agreed: 30, disagreed: 20 },
    { score: 1, agreed: 100, disagreed: 0 },
    { score: 0.8, agreed: 79, disagreed: 1 },
  ];

  it('is the lowest one before the first that fails', () => {
    const { threshold, tested } = chooseThreshold(levels, [1, 0.8, 0.6], 0.05, 0.05);
    expect(threshold).toBe(0.8);
    expect(tested).toEqual([
      { threshold: 1, accepted: 100, errors: 0, pValue: expect.closeTo(0.95 ** 100, 12) as number },
      {
        threshold: 0.8,
        accepted: 180,
        errors: 1,
        pValue: expect.closeTo(0.95 ** 180 + 180 * 0.05 * 0.95 ** 179, 12) as number,
      },
      { threshold: 0.6, accepted: 230, errors: 21, pValue: expect.closeTo(0.9972, 3) as number },
    ]);
  });

  it('accepts every row of exactly the threshold', () => {
    // Of the scores 0.8 none may be omitted by the position in a sorted list.
    const tied = [{ score: 0.8, agreed: 59, disagreed: 0 }];
    expect(chooseThreshold(tied, [0.8], 0.05, 0.05)).toMatchObject({ threshold: 0.8, tested: [{ accepted: 59 }] });
    const split = tied.flatMap(({ score }) => Array.from({ length: 59 }, () => ({ score, agreed: 1, disagreed: 0 })));
    expect(chooseThreshold(split, [0.8], 0.05, 0.05)).toMatchObject({ threshold: 0.8, tested: [{ accepted: 59 }] });
  });

  it('accepts rows between two thresholds at the lower one', () => {
    const { tested } = chooseThreshold([...levels, { score: 0.9, agreed: 1, disagreed: 0 }], [0.95, 0.85], 0.05, 0.05);
    expect(tested.map(({ accepted }) => accepted)).toEqual([100, 101]);
  });

  it('never passes a threshold whose own bound is above the tolerance', () => {
    // A search that returns its last visit would return 0.9.
    const poor = [{ score: 0.9, agreed: 55, disagreed: 45 }];
    const { threshold, tested } = chooseThreshold(poor, [0.9], 0.05, 0.05);
    expect(threshold).toBe(null);
    expect(tested).toHaveLength(1);
  });

  it('tests nothing if all thresholds accept too few rows: 58 at 0.05 and 0.95', () => {
    expect(chooseThreshold([{ score: 1, agreed: 58, disagreed: 0 }], [1], 0.05, 0.05)).toEqual({
      threshold: null,
      tested: [],
    });
    expect(chooseThreshold([{ score: 1, agreed: 59, disagreed: 0 }], [1], 0.05, 0.05).threshold).toBe(1);
    expect(chooseThreshold([], [1], 0.05, 0.05)).toEqual({ threshold: null, tested: [] });
    expect(chooseThreshold(levels, [], 0.05, 0.05)).toEqual({ threshold: null, tested: [] });
  });

  it('begins at the first threshold with enough rows, whatever the errors above it', () => {
    const few = [
      { score: 1, agreed: 4, disagreed: 1 },
      { score: 0.8, agreed: 195, disagreed: 0 },
    ];
    expect(chooseThreshold(few, [1, 0.8], 0.05, 0.05)).toMatchObject({ threshold: 0.8, tested: [{ threshold: 0.8 }] });
  });

  it('does not depend on the order of levels and candidates', () => {
    const chosen = chooseThreshold(levels, [1, 0.8, 0.6], 0.05, 0.05);
    expect(chooseThreshold(levels.toReversed(), [0.6, 1, 0.8], 0.05, 0.05)).toEqual(chosen);
  });
});
