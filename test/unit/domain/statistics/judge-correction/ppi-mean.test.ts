import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ppiMean } from '../../../../../domain/statistics/judge-correction/ppi-mean.ts';
import { findPublishedData } from '../../../../../testing/find-published-data.ts';

const near = (value: number): number => expect.closeTo(value, 8) as number;

describe('the prediction-powered mean', () => {
  // Recomputed with ppi_py (MIT), commit bd90caa, ppi_py/ppi.py.
  const labels = [1, 0, 1, 1, 0, 1, 0, 1, 1, 0];
  const predictions = [1, 0, 1, 0, 0, 1, 1, 1, 1, 0];
  const sample = {
    labelled: labels.map((y, index) => ({ y, f: predictions[index]! })),
    unlabelled: [
      { f: 1, count: 15 },
      { f: 0, count: 5 },
    ],
    confidence: 0.95,
  };

  it('has the recomputed values of ten labels and twenty predictions', () => {
    expect(ppiMean(sample)).toEqual({
      lambda: near(0.4296296296),
      point: near(0.6644444444),
      se: near(0.1346505919),
      low: near(0.4005341339),
      high: near(0.928354755),
    });
    expect(ppiMean({ ...sample, power: 'full' })).toMatchObject({ point: 0.75, se: near(0.171391365), lambda: 1 });
    expect(ppiMean({ ...sample, power: 'none' })).toMatchObject({ point: 0.6, se: near(0.1549193338), lambda: 0 });
  });

  it('keeps one-sided bounds one-sided at every power', () => {
    for (const power of ['tuned', 'full', 'none'] as const) {
      const { point, se } = ppiMean({ ...sample, power });
      const low = ppiMean({ ...sample, power, bounds: 'low' });
      expect(low).toMatchObject({ low: near(point - 1.6448536269514722 * se), high: Infinity });
      const high = ppiMean({ ...sample, power, bounds: 'high' });
      expect(high).toMatchObject({ low: -Infinity, high: near(point + 1.6448536269514722 * se) });
    }
  });

  it('takes a constant error of predictions out exactly', () => {
    // ppi_py, tests/test_mean.py: predictions that exceed labels of 0 by 2 everywhere.
    const labelled = [{ y: 0, f: 2, count: 1_000 }];
    const unlabelled = [{ f: 2, count: 10_000 }];
    for (const power of ['tuned', 'full', 'none'] as const) {
      expect(ppiMean({ labelled, unlabelled, confidence: 0.9, power }).point).toBe(0);
    }
  });

  it('equals the mean of labels if there are no predictions', () => {
    const { point, se, lambda } = ppiMean({ ...sample, unlabelled: [] });
    expect([point, se, lambda]).toEqual([0.6, near(0.1549193338), 0]);
  });

  it('uses no prediction that is unrelated or opposite to labels', () => {
    const opposite = labels.map((y) => ({ y, f: 1 - y }));
    expect(ppiMean({ ...sample, labelled: opposite }).lambda).toBe(0);
  });

  it('counts groups like rows, and ignores the scale of weights', () => {
    const count = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(count, count, count, count, (both, onlyPeople, onlyJudge, neither) => {
        const groups = [
          { y: 1, f: 1, count: both },
          { y: 1, f: 0, count: onlyPeople },
          { y: 0, f: 1, count: onlyJudge },
          { y: 0, f: 0, count: neither },
        ];
        const rows = groups.flatMap(({ y, f, count: n }) => Array.from({ length: n }, () => ({ y, f, weight: 20 })));
        const [grouped, single] = [groups, rows].map((labelled) => ppiMean({ ...sample, labelled }));
        expect(single?.point).toBeCloseTo(grouped?.point ?? NaN, 10);
        expect(single?.se).toBeCloseTo(grouped?.se ?? NaN, 10);
        expect(single?.lambda).toBeCloseTo(grouped?.lambda ?? NaN, 10);
      }),
    );
  });

  it('weights each label by one over its probability', () => {
    // A tenth of one half of the rows, which all pass, and all of the other half, which all fail.
    const labelled = [
      { y: 1, f: 1, weight: 10, count: 10 },
      { y: 0, f: 1, weight: 1, count: 100 },
    ];
    const { point } = ppiMean({ labelled, unlabelled: [], confidence: 0.95 });
    expect(point).toBeCloseTo(0.5, 12);
  });
});

const { path, isPresent } = findPublishedData('PandaLM', 'pandalm');

describe.skipIf(!isPresent)('the prediction-powered mean of PandaLM: people prefer the first answer', () => {
  const rows = async (): Promise<{ y: number; f: number }[]> => {
    const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(path, name), 'utf8'));
    const people = (await read('testset-v1.json')) as Record<`annotator${1 | 2 | 3}`, number | string>[];
    const judge = (await read('gpt-3.5-turbo-testset-v1.json')) as { gpt_result: number | string }[];
    return people.map(({ annotator1, annotator2, annotator3 }, index) => ({
      y: [annotator1, annotator2, annotator3].filter((vote) => Number(vote) === 1).length >= 2 ? 1 : 0,
      f: Number(judge[index]?.gpt_result) === 1 ? 1 : 0,
    }));
  };
  const sampleOf = async (
    isLabelled: (index: number) => boolean,
  ): Promise<Pick<Parameters<typeof ppiMean>[0], 'labelled' | 'unlabelled'>> => {
    const all = await rows();
    return {
      labelled: all.filter((_, index) => isLabelled(index)),
      unlabelled: all.filter((_, index) => !isLabelled(index)).map(({ f }) => ({ f, count: 1 })),
    };
  };
  const truth = 422 / 999;

  it('has the recomputed intervals of every fifth label, which contain the truth', async () => {
    const all = await rows();
    expect(all.reduce((sum, { y }) => sum + y, 0)).toBe(422);
    expect(all.reduce((sum, { f }) => sum + f, 0) / 999).toBeCloseTo(0.4604605, 7);
    const sample = { ...(await sampleOf((index) => index % 5 === 0)), confidence: 0.95 };
    const interval = (power: 'tuned' | 'full' | 'none'): number[] => {
      const { point, low, high } = ppiMean({ ...sample, power });
      expect(low < truth && truth < high).toBe(true);
      return [point, low, high];
    };
    const within = (values: number[]): number[] => values.map((value) => expect.closeTo(value, 5) as number);
    expect(interval('none')).toEqual(within([0.39, 0.3224, 0.4576]));
    expect(interval('full')).toEqual(within([0.40933, 0.33164, 0.48702]));
    expect(interval('tuned')).toEqual([near(0.3972395463), near(0.3361890781), near(0.4582900145)]);
    expect(ppiMean(sample).lambda).toBeCloseTo(0.3745158623, 9);
  });

  it('excludes the truth if the first 300 rows have the labels: the draw must be random', async () => {
    const { point, low, high } = ppiMean({ ...(await sampleOf((index) => index < 300)), confidence: 0.95 });
    expect([point, low, high].map((value) => value.toFixed(7))).toEqual(['0.3605146', '0.3108805', '0.4101487']);
    expect(high).toBeLessThan(truth);
  });
});
