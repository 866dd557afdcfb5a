import { describe, expect, it } from 'vitest';
import { roganGladen } from '../../../../../domain/statistics/judge-correction/rogan-gladen.ts';

type Counts = readonly [k: number, n: number];

const correct = (apparent: Counts, sensitivity: Counts, specificity: Counts): ReturnType<typeof roganGladen> => {
  const [first, second, third] = [apparent, sensitivity, specificity].map(([k, n]) => ({ k, n }));
  return roganGladen({ apparent: first!, sensitivity: second!, specificity: third!, confidence: 0.95 });
};

describe('the corrected rate of Rogan and Gladen', () => {
  // Lang and Reiczigel 2014, Preventive Veterinary Medicine 113:13, as the manual of R's asht, prevSeSp, prints the
  // intervals in three digits.
  it.each([
    {
      counts: [
        [4_060, 11_284],
        [178, 179],
        [358, 359],
      ],
      low: 0.348674,
      high: 0.372083,
    },
    {
      counts: [
        [51, 2_971],
        [32, 33],
        [20, 20],
      ],
      low: 0,
      high: 0.053345,
    },
    {
      counts: [
        [711.72, 11_862],
        [8, 10],
        [12, 12],
      ],
      low: 0,
      high: 0.146668,
    },
    {
      counts: [
        [259, 509],
        [84, 127],
        [96, 109],
      ],
      low: 0.584868,
      high: 0.866458,
    },
    {
      counts: [
        [51, 509],
        [23, 41],
        [187, 195],
      ],
      low: 0.03661,
      high: 0.194694,
    },
  ] as const)(
    'has the published interval $low to $high',
    ({ counts: [apparent, sensitivity, specificity], low, high }) => {
      expect(correct(apparent, sensitivity, specificity)).toMatchObject({
        low: expect.closeTo(low, 6) as number,
        high: expect.closeTo(high, 6) as number,
      });
    },
  );

  it('has the point and interval of a judge that passes 40 % (arXiv 2511.21140, LLM-judge-reporting)', () => {
    expect(correct([400, 1_000], [180, 200], [140, 200])).toEqual({
      point: expect.closeTo(1 / 6, 12) as number,
      low: expect.closeTo(0.056351, 6) as number,
      high: expect.closeTo(0.262733, 6) as number,
    });
  });

  it('has the recomputed interval of PandaLM with every fifth row labelled', () => {
    expect(correct([371, 799], [58, 78], [91, 122])).toEqual({
      point: expect.closeTo(0.429491, 6) as number,
      low: expect.closeTo(0.286771, 6) as number,
      high: expect.closeTo(0.576895, 6) as number,
    });
  });

  it('is refused without rows, or with labels of one verdict', () => {
    expect(correct([0, 0], [8, 10], [9, 10])).toEqual({ refusal: 'nothing_judged' });
    expect(correct([5, 10], [0, 0], [9, 10])).toEqual({ refusal: 'one_category' });
    expect(correct([5, 10], [8, 10], [0, 0])).toEqual({ refusal: 'one_category' });
  });

  it('is refused unless the judge is shown to be better than chance', () => {
    expect(correct([5, 10], [5, 10], [5, 10])).toEqual({ refusal: 'no_better_than_chance' });
    expect(correct([5, 10], [4, 10], [5, 10])).toEqual({ refusal: 'no_better_than_chance' });
    expect(correct([5, 10], [6, 10], [5, 10])).toEqual({ refusal: 'not_shown_better_than_chance' });
    expect(correct([5, 10], [1, 1], [100, 1_000])).toEqual({ refusal: 'not_shown_better_than_chance' });
    expect(correct([500, 1_000], [600, 1_000], [500, 1_000])).toHaveProperty('point');
  });
});
