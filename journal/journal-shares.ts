import { fairShare } from '../domain/kernel/fair-share.ts';

/** Who writes into the journal: a key or credential, and its tenant. */
export interface JournalAuthor {
  readonly tenant: string;
  readonly key: string;
}

/** Bytes that were written between two looks, by key. */
interface Stretch {
  bytes: number;
  readonly byKey: Map<string, { readonly tenant: string; bytes: number }>;
}

/** Stretches that are told apart; with more, each two become one. */
const MOST_STRETCHES = 32;

/**
 * How much of what waits to be read each tenant and key wrote, so that none of them uses up by itself what may wait: each has a share, and is kept
 * out while others are let in. A journal is read in the order in which it was written: what is unread is what was written last. Of several
 * processes each knows its own part, and takes all that waits for its own.
 */
export class JournalShares {
  readonly #most: number;
  #stretches: Stretch[] = [newStretch()];
  readonly #byKey = new Map<string, number>();
  readonly #byTenant = new Map<string, number>();
  #written = 0;
  #unread = 0;

  /** @param most bytes that may wait to be read */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts lines that were handed to the journal. */
  wrote({ tenant, key }: JournalAuthor, bytes: number): void {
    const stretch = this.#stretches.at(-1) ?? newStretch();
    const known = stretch.byKey.get(key);
    if (known === undefined) stretch.byKey.set(key, { tenant, bytes });
    else known.bytes += bytes;
    stretch.bytes += bytes;
    this.#add(key, tenant, bytes);
  }

  /** Takes what waits to be read now, all of it together: what was written before that is read. */
  measured(unreadBytes: number): void {
    this.#unread = unreadBytes;
    while (this.#stretches.length > 1 && this.#written - (this.#stretches[0]?.bytes ?? 0) >= unreadBytes)
      this.#forget();
    this.#stretches.push(newStretch());
    if (this.#stretches.length > MOST_STRETCHES) this.#merge();
  }

  /** Whether more may be taken of a key. */
  hasRoom({ tenant, key }: JournalAuthor): boolean {
    // Below half of the most nobody is beyond a share.
    if (this.#unread * 2 < this.#most) return true;
    const ofTenant = this.#byTenant.get(tenant) ?? 0;
    const ofKey = this.#byKey.get(key) ?? 0;
    const share = fairShare(this.#most, this.#written - ofTenant);
    return ofTenant < share && ofKey < fairShare(share, ofTenant - ofKey);
  }

  #forget(): void {
    const gone = this.#stretches.shift();
    for (const [key, { tenant, bytes }] of gone?.byKey ?? []) this.#add(key, tenant, -bytes);
  }

  #add(key: string, tenant: string, bytes: number): void {
    this.#written += bytes;
    addTo(this.#byKey, key, bytes);
    addTo(this.#byTenant, tenant, bytes);
  }

  #merge(): void {
    const merged: Stretch[] = [];
    for (let index = 0; index < this.#stretches.length; index += 2)
      merged.push(joined(this.#stretches.slice(index, index + 2)));
    this.#stretches = merged;
  }
}

function newStretch(): Stretch {
  return { bytes: 0, byKey: new Map() };
}

function joined(stretches: readonly Stretch[]): Stretch {
  const one = newStretch();
  for (const { bytes, byKey } of stretches) {
    one.bytes += bytes;
    for (const [key, { tenant, bytes: more }] of byKey)
      one.byKey.set(key, { tenant, bytes: (one.byKey.get(key)?.bytes ?? 0) + more });
  }
  return one;
}

function addTo(sums: Map<string, number>, name: string, bytes: number): void {
  const sum = (sums.get(name) ?? 0) + bytes;
  if (sum === 0) sums.delete(name);
  else sums.set(name, sum);
}
