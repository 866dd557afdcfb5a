import { fairShare } from '../../domain/kernel/fair-share.ts';

/** The owner of an item, and the size of the item. */
export interface QueueEntry {
  readonly tenant: string;
  /** The key within the tenant. */
  readonly key: string;
  readonly size: number;
}

/** The waiting items of one key, and the size of these and of the items in progress. */
interface Line<Item> {
  readonly waiting: { readonly item: Item; readonly entry: QueueEntry }[];
  size: number;
}

/**
 * Waiting items within a bound. Each tenant has a share of it, and each key a share of that, so that a flood of one
 * drops nothing of others. Keys take turns, so that no key waits for all items of another.
 */
export class FairQueue<Item> {
  readonly #max: number;
  /** The keys in the order of their turns. */
  readonly #lines = new Map<string, Line<Item>>();
  readonly #ofTenant = new Map<string, number>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** The size of all items that wait or are in progress. */
  get size(): number {
    return this.#size;
  }

  /** Adds an item; false if there is no capacity for it. */
  offer(item: Item, entry: QueueEntry): boolean {
    const { tenant, key, size } = entry;
    const ofTenant = this.#ofTenant.get(tenant) ?? 0;
    const line = this.#lines.get(key) ?? { waiting: [], size: 0 };
    const share = fairShare(this.#max, this.#size - ofTenant);
    if (ofTenant + size > share || line.size + size > fairShare(share, ofTenant - line.size)) return false;
    line.waiting.push({ item, entry });
    this.#lines.set(key, line);
    this.#add(line, entry, size);
    return true;
  }

  /** The next item. It takes its capacity until `done` is called. */
  take(): { readonly item: Item; readonly done: () => void } | undefined {
    for (const [key, line] of this.#lines) {
      const next = line.waiting.shift();
      if (next === undefined) continue;
      this.#lines.delete(key);
      this.#lines.set(key, line);
      return { item: next.item, done: () => this.#leave(line, next.entry) };
    }
    return undefined;
  }

  #leave(line: Line<Item>, entry: QueueEntry): void {
    this.#add(line, entry, -entry.size);
    if (line.size === 0) this.#lines.delete(entry.key);
  }

  #add(line: Line<Item>, { tenant }: QueueEntry, size: number): void {
    line.size += size;
    this.#size += size;
    const ofTenant = (this.#ofTenant.get(tenant) ?? 0) + size;
    if (ofTenant === 0) this.#ofTenant.delete(tenant);
    else this.#ofTenant.set(tenant, ofTenant);
  }
}
