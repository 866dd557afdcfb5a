import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { krippendorffAlpha } from '../../../../../domain/statistics/agreement/krippendorff-alpha.ts';
import { countLabels } from './count-labels.ts';

const _ = undefined;

/** The items of a table with raters in the rows, as the literature prints it, and items in the columns. */
function itemsOf<Label>(raters: readonly (readonly (Label | undefined)[])[]): (Label | undefined)[][] {
  return (raters[0] ?? []).map((__, item) => raters.map((labels) => labels[item]));
}

/** Alpha by its definition: the disagreement within items over the disagreement of all ratings that can be paired. */
function byDefinition(items: readonly (readonly (number | undefined)[])[]): number {
  const paired = items
    .map((labels) => labels.filter((label) => label !== undefined))
    .filter(({ length }) => length > 1);
  const all = paired.flat();
  const differing = (labels: readonly number[]): number =>
    labels.flatMap((one, index) => labels.filter((other, there) => there !== index && other !== one)).length;
  const observed = paired.reduce((sum, labels) => sum + differing(labels) / (labels.length - 1), 0) / all.length;
  const expected = differing(all) / (all.length * (all.length - 1));
  return 1 - observed / expected;
}

describe('Krippendorff’s alpha', () => {
  // Source: Krippendorff 2011, Computing Krippendorff's alpha-reliability, examples A, B and C.
  it.each([
    {
      example: 'A, two raters and two categories',
      raters: [
        [0, 1, 0, 0, 0, 0, 0, 0, 1, 0],
        [1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
      ],
      printed: '0.095',
    },
    {
      example: 'B, two raters and five categories',
      raters: [
        [1, 1, 2, 2, 4, 3, 3, 3, 5, 4, 4, 1],
        [2, 1, 2, 2, 2, 3, 3, 3, 5, 4, 4, 4],
      ],
      printed: '0.692',
    },
    {
      example: 'C, four raters and missing ratings',
      raters: [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
        [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
      ],
      printed: '0.743',
    },
  ])('has the published value of example $example', ({ raters, printed }) => {
    const alpha = krippendorffAlpha(countLabels(itemsOf(raters)));
    expect(alpha.state === 'present' && alpha.value.toFixed(3)).toBe(printed);
  });

  it('equals its definition, with any missing ratings', () => {
    const label = fc.option(fc.nat({ max: 3 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.array(label, { maxLength: 5 }), { maxLength: 12 }), (items) => {
        const alpha = krippendorffAlpha(countLabels(items));
        if (alpha.state === 'present') expect(alpha.value).toBeCloseTo(byDefinition(items), 10);
        else expect(byDefinition(items)).toBeNaN();
      }),
    );
  });

  it('counts equally rated items by their number', () => {
    const alone = krippendorffAlpha(
      [
        [2, 1],
        [2, 1],
        [0, 2],
      ].map((ratings) => ({ ratings, items: 1 })),
    );
    expect(
      krippendorffAlpha([
        { ratings: [2, 1], items: 2 },
        { ratings: [0, 2], items: 1 },
      ]),
    ).toEqual(alone);
  });

  it('is 1 for full agreement, and 0 for disagreement by chance', () => {
    expect(
      krippendorffAlpha([
        { ratings: [2, 0], items: 3 },
        { ratings: [0, 2], items: 1 },
      ]),
    ).toEqual({ state: 'present', value: 1 });
    // Of four ratings, two are of each kind. Two thirds of all possible pairs differ, and so do two thirds of the pairs
    // of the item.
    expect(krippendorffAlpha([{ ratings: [2, 2], items: 1 }])).toEqual({ state: 'present', value: 0 });
  });

  it('is absent without comparisons, and with only one category', () => {
    const nothing = { state: 'absent', reason: 'nothing_compared' };
    expect(krippendorffAlpha([])).toEqual(nothing);
    expect(
      krippendorffAlpha([
        { ratings: [1, 0], items: 9 },
        { ratings: [0, 1], items: 9 },
      ]),
    ).toEqual(nothing);
    expect(
      krippendorffAlpha([
        { ratings: [3, 0], items: 9 },
        { ratings: [0, 1], items: 9 },
      ]),
    ).toEqual({
      state: 'absent',
      reason: 'one_category',
    });
  });
});
