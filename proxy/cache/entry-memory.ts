import type { CacheEntry, Purge } from '../../store/gateway/cache-entry-store.ts';

/** What an entry takes beside its body, about. */
const OVERHEAD_BYTES = 1_024;

/** Entries in memory, up to so many bytes; what was not asked for the longest goes first. */
export class EntryMemory {
  readonly #mostBytes: number;
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The entry of a fingerprint, unless it has expired. */
  find(fingerprint: Buffer, now: Date): CacheEntry | undefined {
    const key = keyOf(fingerprint);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#remove(key, entry);
    if (entry.expiresAt <= now) return undefined;
    this.#add(key, entry);
    return entry;
  }

  put(entry: CacheEntry): void {
    if (sizeOf(entry) > this.#mostBytes) return;
    const key = keyOf(entry.fingerprint);
    const previous = this.#entries.get(key);
    if (previous !== undefined) this.#remove(key, previous);
    this.#add(key, entry);
    for (const [oldest, held] of this.#entries) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#remove(oldest, held);
    }
  }

  drop({ by, value }: Purge): void {
    for (const [key, entry] of this.#entries) if (isPurged(entry, by, value)) this.#remove(key, entry);
  }

  #add(key: string, entry: CacheEntry): void {
    this.#entries.set(key, entry);
    this.#bytes += sizeOf(entry);
  }

  #remove(key: string, entry: CacheEntry): void {
    this.#entries.delete(key);
    this.#bytes -= sizeOf(entry);
  }
}

function isPurged({ entryId, scopeKey, ruleId }: CacheEntry, by: Purge['by'], value: string): boolean {
  return { entry: entryId, scope: scopeKey, rule: ruleId }[by] === value;
}

function keyOf(fingerprint: Buffer): string {
  return fingerprint.toString('latin1');
}

function sizeOf({ body }: CacheEntry): number {
  return body.length + OVERHEAD_BYTES;
}
