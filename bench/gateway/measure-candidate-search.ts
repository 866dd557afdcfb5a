import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { CandidateIndex } from '../../proxy/cache/store/candidate-index.ts';
import { lexicalVector, normalizeVector } from '../../proxy/cache/semantic/lexical-vector.ts';
import { readTextFeatures } from '../../proxy/cache/semantic/text-features.ts';
import { findDifferentWords } from '../../proxy/cache/semantic/significant-difference.ts';
import type { CacheCandidate } from '../../store/gateway/cache-candidate-store.ts';

const CANDIDATES = 1_000;
const LOOKS = 300;
/** The maximum time of a look-up, which delays its caller and blocks the event loop of all callers. */
const MAX_MS = 5;
const WORDS = 'train bread river stone market garden winter doctor bottle window letter summer camera copper'.split(
  ' ',
);

/**
 * Measures a search for similar requests in this process: the vector of a prompt, its neighbours among a thousand, and
 * a verifier. The minimum over all searches counts, because other work of the machine only adds to it.
 */
export async function measureCandidateSearch(): Promise<string[]> {
  const prompts = Array.from({ length: CANDIDATES }, promptOf);
  const lexical = prompts.map((words) => candidateOf(words, lexicalVector(words)));
  const large = prompts.map((words) =>
    candidateOf(words, normalizeVector(Float32Array.from({ length: 1_536 }, signed))),
  );
  const [small, wide] = [await nearestMs(lexical), await nearestMs(large)];
  for (const ms of [small, wide]) assert.ok(ms < MAX_MS, `a look takes ${ms} ms`);
  const vectorMs = msOf(prompts, (words) => void lexicalVector(words));
  const verifyMs = msOf(
    prompts,
    (words) => void findDifferentWords(readTextFeatures(words), readTextFeatures(prompts[0] ?? '')),
  );
  const micros = (ms: number): string => `${(ms * 1_000).toFixed(0)} µs`;
  return [
    `nearest of ${CANDIDATES}     ${micros(small)} with 512 numbers, ${micros(wide)} with 1536`,
    `a prompt of 12 words  ${micros(vectorMs)} for its vector, ${micros(verifyMs)} for a verifier`,
  ];
}

async function nearestMs(stored: readonly CacheCandidate[]): Promise<number> {
  const index = new CandidateIndex({
    candidates: { newest: () => Promise.resolve(stored) },
    clock: { now: () => new Date() },
    monotonicMs: () => 0,
    maxCandidates: CANDIDATES,
    maxBytes: 67_108_864,
  });
  const partition = randomBytes(32);
  const took: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const asked = stored[look];
    assert.ok(asked !== undefined);
    const startedAt = performance.now();
    const near = await index.nearest(partition, asked.vector, 0.95);
    took.push(performance.now() - startedAt);
    assert.ok(near !== 'unavailable' && near.some(({ candidate }) => candidate === asked), 'it finds itself');
  }
  return Math.min(...took);
}

function msOf<Item>(items: readonly Item[], work: (item: Item) => void): number {
  const startedAt = performance.now();
  for (const item of items) work(item);
  return (performance.now() - startedAt) / items.length;
}

function candidateOf(words: string, vector: Float32Array): CacheCandidate {
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + 3_600_000);
  return { fingerprint: randomBytes(32), words, vector, createdAt, expiresAt };
}

function promptOf(): string {
  return Array.from({ length: 12 }, () => WORDS[Math.floor(Math.random() * WORDS.length)]).join(' ');
}

function signed(): number {
  return Math.random() - 0.5;
}
