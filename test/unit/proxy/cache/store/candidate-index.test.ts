import { describe, expect, it } from 'vitest';
import { CandidateIndex, type CandidateIndexParts } from '../../../../../proxy/cache/store/candidate-index.ts';
import type { CacheCandidate } from '../../../../../store/gateway/cache-candidate-store.ts';

const NOW = new Date('2026-03-02T08:00:00.000Z');
const PARTITION = Buffer.from('partition');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

function candidateOf(name: string, seconds: number, vector = [1, 0]): CacheCandidate {
  return {
    fingerprint: Buffer.from(name),
    words: name,
    vector: Float32Array.from(vector),
    createdAt: at(seconds),
    expiresAt: at(3_600),
  };
}

/** An index over the candidates of `stored`. It counts the queries and records their start instants. */
function openIndex(more: Partial<CandidateIndexParts> = {}) {
  const stored: CacheCandidate[] = [];
  const asked: Date[] = [];
  const time = { ms: 0, now: NOW };
  const index = new CandidateIndex({
    candidates: {
      newest(_, after, max) {
        asked.push(after);
        return Promise.resolve(stored.filter(({ createdAt }) => createdAt > after).slice(-max));
      },
    },
    clock: { now: () => time.now },
    monotonicMs: () => time.ms,
    maxCandidates: 3,
    maxBytes: 1_000_000,
    ...more,
  });
  const near = async (threshold = 0.5): Promise<unknown> => {
    const found = await index.nearest(PARTITION, Float32Array.from([1, 0]), threshold);
    return found === 'unavailable' ? found : found.map(({ candidate, similarity }) => [candidate.words, similarity]);
  };
  return { index, stored, asked, time, near };
}

describe('a similar entry', () => {
  it('exceeds the threshold, the most similar first, and at most three', async () => {
    const { stored, near } = openIndex({ maxCandidates: 10 });
    stored.push(
      candidateOf('a', 0, [0.5, 0]),
      candidateOf('b', 1, [0.75, 0]),
      candidateOf('c', 2),
      candidateOf('d', 3),
    );
    stored.push(candidateOf('e', 4, [0.625, 0]), candidateOf('f', 5, [1, 0, 0]));
    expect(await near()).toEqual([
      ['c', 1],
      ['d', 1],
      ['b', 0.75],
    ]);
    expect(await near(0.75)).toEqual([
      ['c', 1],
      ['d', 1],
    ]);
    expect(await near(0.999_999)).toHaveLength(2);
  });

  it('is among the youngest of its partition, and has not expired', async () => {
    const { index, stored, near, time } = openIndex();
    stored.push(...['a', 'b', 'c', 'd'].map((name, second) => candidateOf(name, second)));
    expect(await near()).toEqual([
      ['b', 1],
      ['c', 1],
      ['d', 1],
    ]);
    index.add(PARTITION, { ...candidateOf('e', 9), expiresAt: at(10) });
    expect(await near()).toEqual([
      ['c', 1],
      ['d', 1],
      ['e', 1],
    ]);
    time.now = at(10);
    expect(await near()).toEqual([
      ['c', 1],
      ['d', 1],
    ]);
    expect(await index.nearest(Buffer.from('another'), Float32Array.from([0, 1]), 0.5)).toEqual([]);
  });
});

describe('the entries of a partition in memory', () => {
  it('are read from Postgres every two seconds, for new ones', async () => {
    const { stored, near, asked, time } = openIndex();
    stored.push(candidateOf('a', 60));
    expect(await near()).toEqual([['a', 1]]);
    stored.push(candidateOf('b', 61));
    time.ms = 1_999;
    expect(await near()).toEqual([['a', 1]]);
    time.ms = 2_000;
    expect(await near()).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(asked).toEqual([new Date(0), at(50)]);
  });

  it('are read once for concurrent calls', async () => {
    const { stored, near, asked } = openIndex();
    stored.push(candidateOf('a', 0));
    expect(await Promise.all([near(), near()])).toEqual([[['a', 1]], [['a', 1]]]);
    expect(asked).toHaveLength(1);
  });

  it('are removed after a purge, including those being read', async () => {
    const { index, stored, near, asked } = openIndex();
    stored.push(candidateOf('a', 0));
    const reading = near();
    index.forget();
    await reading;
    expect(index.bytes).toBe(0);
    stored.pop();
    expect([await near(), asked.length]).toEqual([[], 2]);
  });

  it('are removed if they exceed the memory', async () => {
    const { index, stored, near } = openIndex({ maxBytes: 600 });
    stored.push(candidateOf('a', 0));
    expect(await near()).toEqual([['a', 1]]);
    expect(index.bytes).toBe(0);
  });

  it('are unknown if Postgres does not answer, and not read again for a second', async () => {
    let isBroken = true;
    let asked = 0;
    const { near, time } = openIndex({
      candidates: {
        newest() {
          asked += 1;
          return isBroken ? Promise.reject(new Error('no Postgres')) : Promise.resolve([]);
        },
      },
    });
    expect(await near()).toBe('unavailable');
    isBroken = false;
    time.ms = 999;
    expect([await near(), asked]).toEqual(['unavailable', 1]);
    time.ms = 1_000;
    expect(await near()).toEqual([]);
  });
});
