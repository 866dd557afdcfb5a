import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clusteredMean } from '../../../../../domain/statistics/paired/clustered-mean.ts';
import { findPublishedData } from '../../../../../testing/find-published-data.ts';

interface Judgement {
  readonly question_id: number;
  readonly turn: number;
  readonly model: string;
  readonly score: number;
}

const { path, isPresent } = findPublishedData('MT-Bench judgements of RouteLLM', 'routellm-mt-bench');

describe('the mean of clustered values', () => {
  it.skipIf(!isPresent)('has the standard errors of MT-Bench with questions as clusters (RouteLLM)', async () => {
    const lines = (await readFile(join(path, 'judgements.jsonl'), 'utf8')).trim().split('\n');
    const scores = new Map<string, number>();
    const turns = new Set<string>();
    for (const line of lines) {
      const { question_id, turn, model, score } = JSON.parse(line) as Judgement;
      scores.set(`${question_id}/${turn} ${model.startsWith('gpt-4')}`, score);
      turns.add(`${question_id}/${turn}`);
    }
    const differences = [...turns].map((turn) => ({
      value: (scores.get(`${turn} true`) ?? NaN) - (scores.get(`${turn} false`) ?? NaN),
      cluster: turn.split('/')[0] ?? '',
    }));
    expect(clusteredMean(differences, 0.95)).toMatchObject({
      mean: 0.8875,
      values: 160,
      clusters: 80,
      naiveSe: expect.closeTo(0.175053, 6) as number,
      clusterSe: expect.closeTo(0.200629, 6) as number,
      low: expect.closeTo(0.8875 - 1.959964 * 0.200629, 5) as number,
      high: expect.closeTo(0.8875 + 1.959964 * 0.200629, 5) as number,
    });
  });

  it('has equal errors if each value is its own cluster', () => {
    const values = [1, 0, 0, 1, 1].map((value, index) => ({ value, cluster: `${index}` }));
    const mean = clusteredMean(values, 0.95);
    expect(mean?.naiveSe).toBeCloseTo(Math.sqrt(0.6 * 0.4 * 5) / 5, 12);
    expect(mean?.clusterSe).toBeCloseTo(mean?.naiveSe ?? NaN, 12);
  });

  it('has a larger error by the root of two if each value occurs twice', () => {
    const values = [1, 0, 0, 1, 1].flatMap((value, index) => [1, 2].map(() => ({ value, cluster: `${index}` })));
    const mean = clusteredMean(values, 0.95);
    expect((mean?.clusterSe ?? NaN) / (mean?.naiveSe ?? NaN)).toBeCloseTo(Math.SQRT2, 12);
  });

  it('is unknown without two clusters', () => {
    expect(clusteredMean([], 0.95)).toBe(undefined);
    expect(
      clusteredMean(
        [1, 0].map((value) => ({ value, cluster: 'same' })),
        0.95,
      ),
    ).toBe(undefined);
  });
});
