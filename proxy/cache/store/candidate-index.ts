import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { CacheCandidate, CacheCandidateStore } from '../../../store/gateway/cache-candidate-store.ts';
import { withTimeLimit } from './with-time-limit.ts';

export interface CandidateIndexParts {
  readonly candidates: CacheCandidateStore;
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** The maximum number of entries of a partition in memory; the youngest ones stay. */
  readonly maxCandidates: number;
  readonly maxBytes: number;
}

/** An entry of a similar request. */
export interface SimilarEntry {
  readonly candidate: CacheCandidate;
  /** The cosine of the two vectors, above the threshold and at most 1. */
  readonly similarity: number;
}

/** The entries that may be compared, by their fingerprint, oldest first. */
interface Partition {
  readonly held: Map<string, CacheCandidate>;
  /** The time of the last read from Postgres, by the monotonic clock. */
  readonly readAt: number;
}

/** Milliseconds for which new entries of other processes may be missing. */
const FRESH_MS = 2_000;
/** Milliseconds by which entries of other processes may arrive later than their time states. */
const OVERLAP_MS = 10_000;
/**
 * Milliseconds that a call waits for Postgres to list the entries to compare, and for which Postgres is not queried
 * after it did not answer.
 */
const READ_MS = 250;
const CLOSED_MS = 1_000;
/** The maximum number of nearest entries: if the nearest is refused, another one may be accepted. */
const MAX_NEAR = 3;
/** Approximate bytes of a candidate in addition to its vector and its text. */
const OVERHEAD_BYTES = 512;

/**
 * The vectors of entries in memory, by partition, with Postgres behind it. Comparing a thousand vectors takes a
 * fraction of a millisecond. The index names entries that may exist; the store decides whether one still does.
 */
export class CandidateIndex {
  readonly #parts: CandidateIndexParts;
  readonly #partitions: LRUCache<string, Partition>;
  readonly #readings = new Map<string, Promise<Partition | 'unavailable'>>();
  #closedUntil = -Infinity;
  #forgotten = 0;

  constructor(parts: CandidateIndexParts) {
    this.#parts = parts;
    this.#partitions = new LRUCache({
      maxSize: parts.maxBytes,
      sizeCalculation: ({ held }) =>
        [...held.values()].reduce((sum, candidate) => sum + sizeOf(candidate), OVERHEAD_BYTES),
    });
  }

  get bytes(): number {
    return this.#partitions.calculatedSize;
  }

  /** Entries whose similarity exceeds the threshold, nearest first; `unavailable` if they are not known in time. */
  async nearest(
    partition: Buffer,
    vector: Float32Array,
    threshold: number,
  ): Promise<readonly SimilarEntry[] | 'unavailable'> {
    const found = await this.#read(partition.toString('latin1'), partition);
    if (found === 'unavailable') return found;
    const now = this.#parts.clock.now();
    const near: SimilarEntry[] = [];
    for (const candidate of found.held.values()) {
      const similarity = cosineSimilarity(vector, candidate.vector);
      if (similarity > threshold && candidate.expiresAt > now) near.push({ candidate, similarity });
    }
    return near.sort((one, other) => other.similarity - one.similarity).slice(0, MAX_NEAR);
  }

  /** Adds an entry if its partition is in memory. Other processes, and this one later, read it from Postgres. */
  add(partition: Buffer, candidate: CacheCandidate): void {
    const key = partition.toString('latin1');
    const known = this.#partitions.peek(key);
    if (known !== undefined) this.#hold(key, known, [candidate], known.readAt);
  }

  /** Removes all entries after a purge; they are read again without the purged ones. */
  forget(): void {
    this.#forgotten += 1;
    this.#partitions.clear();
    this.#readings.clear();
  }

  async #read(key: string, partition: Buffer): Promise<Partition | 'unavailable'> {
    const known = this.#partitions.get(key);
    if (known !== undefined && this.#parts.monotonicMs() - known.readAt < FRESH_MS) return known;
    if (this.#parts.monotonicMs() < this.#closedUntil) return 'unavailable';
    const begun = this.#readings.get(key);
    if (begun !== undefined) return begun;
    const reading = this.#reload(key, partition, known).finally(() => {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    });
    this.#readings.set(key, reading);
    return reading;
  }

  async #reload(key: string, partition: Buffer, known: Partition | undefined): Promise<Partition | 'unavailable'> {
    const { candidates, monotonicMs, maxCandidates } = this.#parts;
    const [askedAt, forgotten] = [monotonicMs(), this.#forgotten];
    const youngest = [...(known?.held.values() ?? [])].at(-1)?.createdAt.getTime() ?? OVERLAP_MS;
    const asked = candidates.newest(partition, new Date(youngest - OVERLAP_MS), maxCandidates);
    const found = await withTimeLimit(asked, READ_MS).catch(() => 'unavailable' as const);
    if (found === 'unavailable') {
      this.#closedUntil = monotonicMs() + CLOSED_MS;
      return found;
    }
    const before = this.#partitions.peek(key);
    // If entries were removed during the read, the result may be incomplete: it is compared, but not stored.
    const isWhole = forgotten === this.#forgotten && (known === undefined || before !== undefined);
    return isWhole ? this.#hold(key, before, found, askedAt) : partitionOf(new Map(), found, askedAt);
  }

  #hold(key: string, known: Partition | undefined, more: readonly CacheCandidate[], readAt: number): Partition {
    const partition = partitionOf(known?.held ?? new Map<string, CacheCandidate>(), more, readAt);
    const tooMany = Math.max(0, partition.held.size - this.#parts.maxCandidates);
    for (const oldest of [...partition.held.keys()].slice(0, tooMany)) partition.held.delete(oldest);
    this.#partitions.set(key, partition);
    return partition;
  }
}

function partitionOf(held: Map<string, CacheCandidate>, more: readonly CacheCandidate[], readAt: number): Partition {
  for (const candidate of more) {
    const name = candidate.fingerprint.toString('latin1');
    held.delete(name);
    held.set(name, candidate);
  }
  return { held, readAt };
}

/**
 * The cosine of two vectors of length 1; 0 if they are of different kinds. Four parallel sums take half as long as one.
 */
export function cosineSimilarity(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0;
  const whole = one.length - (one.length % 4);
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    first += (one[at] as number) * (other[at] as number);
    second += (one[at + 1] as number) * (other[at + 1] as number);
    third += (one[at + 2] as number) * (other[at + 2] as number);
    fourth += (one[at + 3] as number) * (other[at + 3] as number);
  }
  for (let at = whole; at < one.length; at += 1) first += (one[at] as number) * (other[at] as number);
  return Math.min(1, first + second + third + fourth);
}

function sizeOf({ vector, words }: CacheCandidate): number {
  return vector.byteLength + 2 * words.length + OVERHEAD_BYTES;
}
