import type { CacheFigureStore } from '../../../store/gateway/cache-figure-store.ts';
import type { SimilarityKey } from '../../../store/gateway/cache-candidate-store.ts';
import type { CacheEntry, CacheEntryStore } from '../../../store/gateway/cache-entry-store.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { CacheCounts } from './cache-counts.ts';
import type { CacheMetrics } from './cache-metrics.ts';
import type { EntryMemory } from './entry-memory.ts';
import { withTimeLimit } from './with-time-limit.ts';
import type { CandidateIndex } from './candidate-index.ts';

export interface CacheStoreParts {
  readonly entries: CacheEntryStore;
  readonly figures: CacheFigureStore;
  readonly counts: CacheCounts;
  readonly memory: EntryMemory;
  readonly index: Pick<CandidateIndex, 'add' | 'forget'>;
  readonly maxBytes: number;
  readonly metrics: Pick<CacheMetrics, 'kept'>;
  readonly clock: Clock;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
}

/**
 * Milliseconds for which memory may answer after the last read of purges. An entry that was purged longer ago is never
 * served.
 */
const PURGES_HOLD_MS = 10_000;
/**
 * Milliseconds after which an entry in memory is read again. An entry that another process has replaced is not used for
 * longer.
 */
const ENTRY_HOLDS_MS = 10_000;
/** Milliseconds that a call waits for Postgres to find an entry. */
const FIND_MS = 250;
/** Milliseconds for which Postgres is not queried after it did not answer. */
const CLOSED_MS = 1_000;
/** The maximum bytes of answers that wait to be stored; further answers are dropped. */
const MAX_WAITING_BYTES = 67_108_864;

/**
 * The store of entries: in memory, with Postgres behind it. A call waits until an entry is found, but never until one
 * is stored.
 */
export class CacheStore {
  readonly #parts: CacheStoreParts;
  readonly #writes = new Set<Promise<void>>();
  #waitingBytes = 0;
  #lastPurge = 0n;
  #purgesReadAt = -Infinity;
  #closedUntil = -Infinity;

  constructor(parts: CacheStoreParts) {
    this.#parts = parts;
  }

  /** The number of the last purge that this process knows. */
  lastPurge(): bigint {
    return this.#lastPurge;
  }

  /** The entry of a fingerprint; undefined if it is not stored, and `unavailable` if that is not known in time. */
  async find(fingerprint: Buffer): Promise<CacheEntry | undefined | 'unavailable'> {
    const { memory, entries, clock, monotonicMs } = this.#parts;
    // Replacements after this moment may be missing from the result.
    const askedAt = monotonicMs();
    const held = this.#knowsPurges() ? memory.find(fingerprint, clock.now(), askedAt - ENTRY_HOLDS_MS) : undefined;
    if (held !== undefined) return held;
    if (askedAt < this.#closedUntil) return 'unavailable';
    const lastPurge = this.#lastPurge;
    const found = await withTimeLimit(entries.find(fingerprint), FIND_MS).catch(() => 'unavailable' as const);
    if (found === 'unavailable') this.#closedUntil = monotonicMs() + CLOSED_MS;
    else if (found !== undefined && lastPurge === this.#lastPurge) memory.put(found, askedAt);
    return found;
  }

  /**
   * Stores an entry in the background, or drops it if too many bytes wait.
   * @param similarityKey the key by which similar requests find it; it never rejects
   */
  keep(entry: CacheEntry, lastPurge: bigint, similarityKey: Promise<SimilarityKey | undefined>): void {
    if (this.#waitingBytes + entry.body.length > MAX_WAITING_BYTES) {
      this.#parts.metrics.kept('dropped');
      return;
    }
    this.#waitingBytes += entry.body.length;
    const write = this.#write(entry, lastPurge, similarityKey).finally(() => {
      this.#waitingBytes -= entry.body.length;
      this.#writes.delete(write);
    });
    this.#writes.add(write);
  }

  /** Reads purges, and stores counts. @throws the error of Postgres */
  async look(): Promise<void> {
    const { entries, memory, index, monotonicMs } = this.#parts;
    // Purges after this moment may be missing from the result.
    const askedAt = monotonicMs();
    if (this.#purgesReadAt === -Infinity) this.#lastPurge = await entries.lastPurge();
    const { last, purges } = await entries.purgesSince(this.#lastPurge);
    for (const purge of purges) memory.drop(purge);
    if (purges.length > 0) index.forget();
    this.#lastPurge = last;
    this.#purgesReadAt = askedAt;
    await this.#keepCounts();
  }

  /** Removes entries beyond the limits. @throws the error of Postgres */
  async evict(): Promise<void> {
    await this.#parts.entries.evict(this.#parts.maxBytes);
  }

  /** Waits for the writes in progress, and stores the counts. */
  async close(): Promise<void> {
    await Promise.all(this.#writes);
    await this.#keepCounts().catch(() => undefined);
  }

  #knowsPurges(): boolean {
    return this.#parts.monotonicMs() - this.#purgesReadAt < PURGES_HOLD_MS;
  }

  async #write(entry: CacheEntry, lastPurge: bigint, found: Promise<SimilarityKey | undefined>): Promise<void> {
    const { entries, memory, index, metrics, monotonicMs } = this.#parts;
    const similarityKey = await found;
    const askedAt = monotonicMs();
    try {
      const isKept = await entries.keep(entry, lastPurge, similarityKey);
      if (isKept && lastPurge === this.#lastPurge) {
        memory.put(entry, askedAt);
        if (similarityKey !== undefined) index.add(similarityKey.partition, { ...entry, ...similarityKey });
      }
      metrics.kept(isKept ? 'kept' : 'purged');
    } catch {
      metrics.kept('failed');
    }
  }

  async #keepCounts(): Promise<void> {
    const { counts, figures } = this.#parts;
    const taken = counts.take();
    if (taken.length === 0) return;
    await figures.add(taken).catch((error: unknown) => {
      counts.giveBack(taken);
      throw error;
    });
  }
}
