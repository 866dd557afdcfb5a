import { LRUCache } from 'lru-cache';
import type { CacheEntry, Purge } from '../../../store/gateway/cache-entry-store.ts';

/** Approximate bytes of an entry in addition to its body. */
const OVERHEAD_BYTES = 1_024;

/** An entry, and when it was read or made, by the clock that only goes on. */
interface HeldEntry {
  readonly entry: CacheEntry;
  readonly readAt: number;
}

/**
 * Entries in memory, up to so many bytes; what was not asked for the longest goes first, and what is larger than all of
 * it is not held.
 */
export class EntryMemory {
  readonly #entries: LRUCache<string, HeldEntry>;

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ entry }) => entry.body.length + OVERHEAD_BYTES,
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** The entry of a fingerprint, unless it has expired or was read before that. */
  find(fingerprint: Buffer, now: Date, readAfter: number): CacheEntry | undefined {
    const key = keyOf(fingerprint);
    const held = this.#entries.get(key);
    if (held === undefined) return undefined;
    if (held.entry.expiresAt > now && held.readAt > readAfter) return held.entry;
    this.#entries.delete(key);
    return undefined;
  }

  put(entry: CacheEntry, readAt: number): void {
    this.#entries.set(keyOf(entry.fingerprint), { entry, readAt });
  }

  drop({ by, value }: Purge): void {
    for (const [key, { entry }] of this.#entries.entries()) if (isPurged(entry, by, value)) this.#entries.delete(key);
  }
}

function isPurged({ entryId, scopeKey, ruleId }: CacheEntry, by: Purge['by'], value: string): boolean {
  return { entry: entryId, scope: scopeKey, rule: ruleId }[by] === value;
}

function keyOf(fingerprint: Buffer): string {
  return fingerprint.toString('latin1');
}
