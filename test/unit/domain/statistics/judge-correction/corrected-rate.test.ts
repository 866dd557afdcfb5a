import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  correctedRate,
  type CorrectedRate,
  type LabelledVerdicts,
} from '../../../../../domain/statistics/judge-correction/corrected-rate.ts';
import { findPublishedData } from '../../../../../testing/find-published-data.ts';

type Design = Pick<LabelledVerdicts, 'strategy' | 'probability'>;

const RANDOM: Design = { strategy: 'random', probability: 0.2 };
const UNSTATED: Design = { strategy: 'unstated', probability: null };
const HARD: Design = { strategy: 'hard_cases', probability: null };

/** Labelled rows of one design, by both verdicts. */
const labels = (design: Design, [both, onlyPeople, onlyJudge, neither]: readonly number[]): LabelledVerdicts[] => [
  { ...design, human: 'pass', judge: 'pass', count: both! },
  { ...design, human: 'pass', judge: 'fail', count: onlyPeople! },
  { ...design, human: 'fail', judge: 'pass', count: onlyJudge! },
  { ...design, human: 'fail', judge: 'fail', count: neither! },
];

const judged = { passed: 371, failed: 428 };
/** The counts of PandaLM with every fifth row labelled. */
const every5th = [58, 20, 31, 91];

const correct = (labelled: LabelledVerdicts[]): CorrectedRate => correctedRate({ labelled, judged, confidence: 0.95 });
const refusalOf = (rate: CorrectedRate): string => ('refusal' in rate ? rate.refusal : rate.method);
const near = (value: number): number => expect.closeTo(value, 9) as number;

describe('the corrected rate', () => {
  it('is that of PPI++ if the labels are a random draw', () => {
    expect(correct(labels(RANDOM, every5th))).toEqual({
      method: 'ppi++',
      assumes: 'random_draw',
      point: near(0.3972395463),
      low: near(0.3361890781),
      high: near(0.4582900145),
      n: 200,
      dropped: 0,
    });
  });

  it('is that of Rogan and Gladen, marked by its assumption, if the draw of any label is unknown', () => {
    const expected = {
      method: 'rogan_gladen',
      assumes: 'equal_errors',
      point: expect.closeTo(0.429491, 6) as number,
      low: expect.closeTo(0.286771, 6) as number,
      high: expect.closeTo(0.576895, 6) as number,
      n: 200,
      dropped: 0,
    };
    expect(correct(labels(UNSTATED, every5th))).toEqual(expected);
    expect(correct(labels({ strategy: 'starved_segments', probability: null }, every5th))).toEqual(expected);
    for (const probability of [null, 0, 1.5]) {
      expect(correct(labels({ strategy: 'random', probability }, every5th))).toEqual(expected);
    }
    const mixed = [...labels(RANDOM, [58, 20, 31, 90]), ...labels(UNSTATED, [0, 0, 0, 1])];
    expect(correct(mixed)).toEqual(expected);
  });

  it('never uses labels of hard cases, but the judge’s verdicts on these rows', () => {
    const hard = labels(HARD, [1, 5, 4, 0]);
    const { labelled, rest } = { labelled: labels(RANDOM, every5th), rest: { passed: 366, failed: 423 } };
    expect(correctedRate({ labelled: [...labelled, ...hard], judged: rest, confidence: 0.95 })).toEqual({
      ...correct(labelled),
      dropped: 10,
    });
    expect(correct(hard)).toMatchObject({
      refusal: 'only_hard_cases',
      text: expect.stringMatching(/random/) as string,
    });
    // Not even a stated probability makes hard cases a random draw.
    expect(refusalOf(correct(labels({ strategy: 'hard_cases', probability: 0.2 }, every5th)))).toBe('only_hard_cases');
  });

  it('weights unequal draws by one over their probability', () => {
    // 1,000 easy rows of which people pass 80 %, drawn with 0.05; 1,000 others of which they pass 20 %, drawn with 0.5.
    const easy = labels({ strategy: 'random', probability: 0.05 }, [38, 2, 1, 9]);
    const others = labels({ strategy: 'random', probability: 0.5 }, [80, 20, 80, 320]);
    const rest = { passed: 950 * 0.78 + 500 * 0.32, failed: 950 * 0.22 + 500 * 0.68 };
    const rate = correctedRate({ labelled: [...easy, ...others], judged: rest, confidence: 0.95 });
    expect(rate).toMatchObject({ method: 'ppi++', assumes: 'random_draw', n: 550 });
    expect('point' in rate && rate.low < 0.5 && 0.5 < rate.high).toBe(true);
    // Without weights, the point would be near the 218 passes of 550 labels.
    expect('point' in rate && Math.abs(rate.point - 0.5)).toBeLessThan(0.01);
  });

  it('falls back to counts if a random draw shows few errors or few rows of a verdict', () => {
    // A normal interval from one disagreement would be too short.
    expect(correct(labels(RANDOM, [60, 1, 0, 60]))).toMatchObject({ method: 'rogan_gladen', assumes: 'random_draw' });
    expect(correct(labels(RANDOM, [60, 5, 5, 5]))).toMatchObject({ method: 'ppi++' });
    expect(correct(labels(RANDOM, [60, 5, 4, 6]))).toMatchObject({ method: 'rogan_gladen' });
    expect(correct(labels(RANDOM, [60, 6, 6, 3]))).toMatchObject({ method: 'rogan_gladen' });
    expect(correct(labels(RANDOM, [3, 6, 6, 60]))).toMatchObject({ method: 'rogan_gladen' });
    const unequal = [...labels(RANDOM, [60, 1, 0, 0]), ...labels({ ...RANDOM, probability: 0.4 }, [0, 0, 0, 60])];
    expect(correct(unequal)).toMatchObject({ refusal: 'too_few_labels' });
  });

  it('needs no good judge after a random draw: a useless one only leaves the labels', () => {
    const rate = correct(labels(RANDOM, [60, 10, 20, 0]));
    expect(rate).toMatchObject({ method: 'ppi++', point: near(70 / 90) });
    expect(refusalOf(correct(labels(UNSTATED, [60, 10, 20, 0])))).toBe('no_better_than_chance');
  });

  it('is within 0 and 1', () => {
    const rare = correctedRate({
      labelled: labels(RANDOM, [0, 10, 10, 980]),
      judged: { passed: 0, failed: 1_000 },
      confidence: 0.99,
    });
    expect(rare).toMatchObject({ method: 'ppi++', low: expect.toSatisfy((low: number) => low >= 0) as number });
    const common = correctedRate({
      labelled: labels(RANDOM, [40, 10, 10, 0]),
      judged: { passed: 1_000, failed: 0 },
      confidence: 0.99,
    });
    expect('high' in common && common.high <= 1).toBe(true);
  });

  it('is refused with a reason and advice if neither method holds', () => {
    expect(refusalOf(correct([]))).toBe('no_labels');
    expect(refusalOf(correct(labels(UNSTATED, [0, 0, 0, 0])))).toBe('no_labels');
    expect(refusalOf(correct(labels(UNSTATED, [10, 5, 0, 0])))).toBe('one_category');
    expect(refusalOf(correct(labels(UNSTATED, [10, 10, 10, 10])))).toBe('no_better_than_chance');
    expect(refusalOf(correct(labels(UNSTATED, [6, 4, 5, 5])))).toBe('not_shown_better_than_chance');
    const nothing = { labelled: labels(UNSTATED, every5th), judged: { passed: 0, failed: 0 }, confidence: 0.95 };
    expect(correctedRate(nothing)).toEqual({
      refusal: 'nothing_judged',
      text: 'The judge rated no row without a label, so there is no rate to correct: let it score rows.',
    });
  });
});

const { path, isPresent } = findPublishedData('PandaLM', 'pandalm');

it.skipIf(!isPresent)(
  'the first 300 rows of PandaLM are no random draw: PPI++ is not used, and the rate is marked',
  async () => {
    const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(path, name), 'utf8'));
    const people = (await read('testset-v1.json')) as Record<`annotator${1 | 2 | 3}`, number | string>[];
    const judge = (await read('gpt-3.5-turbo-testset-v1.json')) as { gpt_result: number | string }[];
    const rows = people.map(({ annotator1, annotator2, annotator3 }, index): LabelledVerdicts => ({
      ...UNSTATED,
      human: [annotator1, annotator2, annotator3].filter((vote) => Number(vote) === 1).length >= 2 ? 'pass' : 'fail',
      judge: Number(judge[index]?.gpt_result) === 1 ? 'pass' : 'fail',
      count: 1,
    }));
    const rest = rows.slice(300);
    const passed = rest.filter(({ judge: verdict }) => verdict === 'pass').length;
    const rate = correctedRate({
      labelled: rows.slice(0, 300),
      judged: { passed, failed: rest.length - passed },
      confidence: 0.95,
    });
    // The mark matters: the judge errs otherwise on these rows, so this interval also excludes the truth 0.42242.
    expect(rate).toMatchObject({
      method: 'rogan_gladen',
      assumes: 'equal_errors',
      low: expect.closeTo(0.177824, 6) as number,
      high: expect.closeTo(0.420961, 6) as number,
    });
    const drawn = rows.map((row, index) => ({ ...row, strategy: 'random', probability: 0.2, index }) as const);
    const others = drawn.filter(({ index }) => index % 5 !== 0);
    const othersPassed = others.filter(({ judge: verdict }) => verdict === 'pass').length;
    expect(
      correctedRate({
        labelled: drawn.filter(({ index }) => index % 5 === 0),
        judged: { passed: othersPassed, failed: others.length - othersPassed },
        confidence: 0.95,
      }),
    ).toMatchObject({ method: 'ppi++', low: near(0.3361890781), high: near(0.4582900145) });
  },
);
