import { LRUCache } from 'lru-cache';
import type { CacheEntry, Purge } from '../../../store/gateway/cache-entry-store.ts';

/** Approximate bytes of an entry in addition to its body. */
const OVERHEAD_BYTES = 1_024;

/** An entry, and the time at which it was read or created, by the monotonic clock. */
interface HeldEntry {
  readonly entry: CacheEntry;
  readonly readAt: number;
}

/**
 * Entries in memory, up to a maximum number of bytes. The entry that was not used for the longest time is removed
 * first; an entry that is larger than the maximum is not stored.
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

  /** The entry of a fingerprint, unless it has expired or was not read after `readAfter`. */
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
