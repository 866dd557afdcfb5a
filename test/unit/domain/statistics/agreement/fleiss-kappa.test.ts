import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fleissKappa } from '../../../../../domain/statistics/agreement/fleiss-kappa.ts';
import { DefectError } from '../../../../../domain/kernel/errors.ts';
import { countLabels } from './count-labels.ts';

/**
 * Kappa by its definition: over all pairs of raters of an item, and over all pairs of ratings, including a rating with
 * itself.
 */
function byDefinition(items: readonly (readonly number[])[]): number {
  const within = items.flatMap((labels) =>
    labels.flatMap((one, index) => labels.filter((_, other) => other !== index).map((other) => one === other)),
  );
  const across = items.flat().flatMap((one) => items.flat().map((other) => one === other));
  const shareOf = (agreeing: readonly boolean[]): number => agreeing.filter(Boolean).length / agreeing.length;
  return (shareOf(within) - shareOf(across)) / (1 - shareOf(across));
}

const items = fc
  .integer({ min: 2, max: 5 })
  .chain((raters) =>
    fc.array(fc.array(fc.nat({ max: 3 }), { minLength: raters, maxLength: raters }), { minLength: 1, maxLength: 12 }),
  );

describe('Fleiss’ kappa', () => {
  // The source is Randolph's online calculator, in statsmodels' test_inter_rater.py.
  it.each([
    {
      table: [
        [7, 1],
        [3, 5],
      ],
      printed: '0.161905',
    },
    {
      table: [
        [6, 1, 0],
        [0, 7, 0],
      ],
      printed: '0.708333',
    },
  ])('has the published value $printed', ({ table, printed }) => {
    const kappa = fleissKappa(table.map((ratings) => ({ ratings, items: 1 })));
    expect(kappa.state === 'present' && kappa.value.toFixed(6)).toBe(printed);
  });

  it('equals its definition', () => {
    fc.assert(
      fc.property(items, (labels) => {
        const kappa = fleissKappa(countLabels(labels));
        if (kappa.state === 'present') expect(kappa.value).toBeCloseTo(byDefinition(labels), 10);
        else expect([kappa.reason, new Set(labels.flat()).size]).toEqual(['one_category', 1]);
      }),
    );
  });

  it('counts equally rated items by their number', () => {
    const alone = fleissKappa(
      [
        [2, 1],
        [2, 1],
        [2, 1],
        [0, 3],
      ].map((ratings) => ({ ratings, items: 1 })),
    );
    expect(
      fleissKappa([
        { ratings: [2, 1], items: 3 },
        { ratings: [0, 3], items: 1 },
      ]),
    ).toEqual(alone);
  });

  it('is 1 for full agreement, and 0 for agreement by chance', () => {
    expect(
      fleissKappa([
        { ratings: [2, 0], items: 3 },
        { ratings: [0, 2], items: 1 },
      ]),
    ).toEqual({ state: 'present', value: 1 });
    expect(
      fleissKappa([
        { ratings: [2, 0], items: 1 },
        { ratings: [1, 1], items: 2 },
        { ratings: [0, 2], items: 1 },
      ]),
    ).toEqual({
      state: 'present',
      value: 0,
    });
  });

  it('is absent without comparisons, and with only one category', () => {
    const nothing = { state: 'absent', reason: 'nothing_compared' };
    expect(fleissKappa([])).toEqual(nothing);
    expect(fleissKappa([{ ratings: [0, 0], items: 4 }])).toEqual(nothing);
    expect(
      fleissKappa([
        { ratings: [1, 0], items: 3 },
        { ratings: [0, 1], items: 3 },
      ]),
    ).toEqual(nothing);
    expect(fleissKappa([{ ratings: [0, 3], items: 4 }])).toEqual({ state: 'absent', reason: 'one_category' });
  });

  it('refuses items with different numbers of ratings', () => {
    const uneven = [
      { ratings: [2, 1], items: 1 },
      { ratings: [2, 0], items: 1 },
    ];
    expect(() => fleissKappa(uneven)).toThrow(
      new DefectError('Fleiss’ kappa is of items that have the same number of ratings.'),
    );
  });
});
