import { describe, expect, it } from 'vitest';
import { DecisionSample, type SampledLine } from '../../../../journal/decisions/decision-sample.ts';
import { makeCallLine, makeRefusalLine, makeSharedRefusalLine } from '../../../../testing/journal/make-call-line.ts';

const numbered = (count: number, environmentId: string): string[] =>
  Array.from({ length: count }, (_, index) => makeCallLine({ requestId: `greq_${index}`, environmentId }));

const idsOf = (sampled: readonly SampledLine[]): (string | undefined)[] =>
  sampled.map(({ line }) => /"greq_(\d+)"/.exec(line)?.[1]);

const skippedOf = (sampled: readonly SampledLine[]): number =>
  sampled.reduce((sum, { skippedBefore }) => sum + skippedBefore, 0);

describe('the sample of a look', () => {
  it('is every line in its order if few calls ended', () => {
    const sample = new DecisionSample();
    const lines = [makeCallLine(), makeRefusalLine(), makeCallLine({ environmentId: 'env_b' })];
    sample.add(['{"event":"request_admitted"}', lines[0]!]);
    sample.add(lines.slice(1));
    expect(sample.take()).toEqual(lines.map((line) => ({ line, skippedBefore: 0 })));
    expect(sample.take()).toEqual([]);
  });

  it('is the last 128 calls of an environment, and counts the others before the first of them', () => {
    const sample = new DecisionSample();
    sample.add(numbered(5_000, 'env_a'));
    const sampled = sample.take();
    expect(sampled).toHaveLength(128);
    expect([idsOf(sampled)[0], idsOf(sampled).at(-1)]).toEqual(['4872', '4999']);
    expect(sampled[0]?.skippedBefore).toBe(4_872);
    expect(skippedOf(sampled)).toBe(4_872);
  });

  it('has a separate share for refusals, and for each environment', () => {
    const sample = new DecisionSample();
    sample.add([makeRefusalLine({ environmentId: 'env_a', requestId: 'greq_7' }), ...numbered(1_000, 'env_a')]);
    sample.add(numbered(1, 'env_b'));
    const sampled = sample.take();
    expect(sampled).toHaveLength(1 + 128 + 1);
    expect([idsOf(sampled)[0], idsOf(sampled).at(-1)]).toEqual(['7', '0']);
  });

  it('counts each request of a line of refusals, and keeps its last line in any case', () => {
    const sample = new DecisionSample();
    const ids = Array.from({ length: 32 }, (_, index) => `greq_${index}`);
    sample.add(Array.from({ length: 6 }, () => makeSharedRefusalLine(ids)));
    const sampled = sample.take();
    expect([sampled.length, sampled[0]?.skippedBefore]).toEqual([4, 64]);
  });

  it('keeps at most 600 calls of many environments, in equal shares', () => {
    const sample = new DecisionSample();
    for (let environment = 0; environment < 10; environment += 1) sample.add(numbered(100, `env_${environment}`));
    const sampled = sample.take();
    expect([sampled.length, skippedOf(sampled)]).toEqual([600, 400]);
  });
});
