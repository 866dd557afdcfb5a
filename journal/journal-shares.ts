import { fairShare } from '../domain/kernel/fair-share.ts';

/** The author of lines in the journal: a key or credential, and its tenant. */
export interface JournalAuthor {
  readonly tenant: string;
  readonly key: string;
}

/** A tenant, with the bytes of its lines that are not known to be read. */
interface Tenant {
  readonly id: string;
  bytes: number;
}

interface Author {
  readonly key: string;
  readonly tenant: Tenant;
  bytes: number;
  /** The part of `bytes` that was written since the last measurement. */
  newBytes: number;
}

/** Bytes that were written between two measurements, by author. */
interface Stretch {
  readonly bytes: number;
  readonly byAuthor: ReadonlyMap<Author, number>;
}

/** The maximum number of stretches; beyond it, neighbors are merged in pairs. */
const MAX_STRETCHES = 32;

/**
 * Tracks the unread bytes of each tenant and key, so that none of them fills the journal alone. A tenant or key beyond
 * its share is refused while others are accepted. A journal is read in the order of writing, so the unread part is the
 * part written last. Each process knows only what it wrote itself, and treats all unread bytes as its own.
 */
export class JournalShares {
  readonly #maxBytes: number;
  /** The stretches, oldest first. Bytes written since the last measurement are in none of them. */
  #stretches: Stretch[] = [];
  readonly #authors = new Map<string, Author>();
  readonly #tenants = new Map<string, Tenant>();
  #written = 0;
  #unread = 0;

  /** @param maxBytes the maximum of unread bytes */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts bytes of lines that were passed to the journal. */
  wrote({ tenant, key }: JournalAuthor, bytes: number): void {
    const author = this.#authors.get(key) ?? this.#newAuthor(key, tenant);
    author.newBytes += bytes;
    this.#add(author, bytes);
  }

  /** Records the unread bytes of the journal. Everything that was written before them counts as read. */
  measured(unreadBytes: number): void {
    this.#unread = unreadBytes;
    this.#stretches.push(this.#takeNew());
    while (this.#stretches.length > 1 && this.#written - (this.#stretches[0]?.bytes ?? 0) >= unreadBytes)
      this.#forget();
    if (this.#stretches.length > MAX_STRETCHES) this.#merge();
  }

  /** True if more lines of a key may be accepted. */
  hasRoom({ tenant, key }: JournalAuthor): boolean {
    // While the journal is less than half full, no author exceeds its share.
    if (this.#unread * 2 < this.#maxBytes) return true;
    const ofTenant = this.#tenants.get(tenant)?.bytes ?? 0;
    const ofKey = this.#authors.get(key)?.bytes ?? 0;
    const share = fairShare(this.#maxBytes, this.#written - ofTenant);
    return ofTenant < share && ofKey < fairShare(share, ofTenant - ofKey);
  }

  #newAuthor(key: string, id: string): Author {
    const tenant = this.#tenants.get(id) ?? { id, bytes: 0 };
    this.#tenants.set(id, tenant);
    const author = { key, tenant, bytes: 0, newBytes: 0 };
    this.#authors.set(key, author);
    return author;
  }

  #takeNew(): Stretch {
    const byAuthor = new Map<Author, number>();
    let bytes = 0;
    for (const author of this.#authors.values()) {
      if (author.newBytes === 0) continue;
      byAuthor.set(author, author.newBytes);
      bytes += author.newBytes;
      author.newBytes = 0;
    }
    return { bytes, byAuthor };
  }

  #forget(): void {
    const gone = this.#stretches.shift();
    for (const [author, bytes] of gone?.byAuthor ?? []) {
      this.#add(author, -bytes);
      if (author.bytes === 0) this.#authors.delete(author.key);
      if (author.tenant.bytes === 0) this.#tenants.delete(author.tenant.id);
    }
  }

  #add(author: Author, bytes: number): void {
    this.#written += bytes;
    author.bytes += bytes;
    author.tenant.bytes += bytes;
  }

  #merge(): void {
    const merged: Stretch[] = [];
    for (let index = 0; index < this.#stretches.length; index += 2)
      merged.push(joined(this.#stretches.slice(index, index + 2)));
    this.#stretches = merged;
  }
}

function joined(stretches: readonly Stretch[]): Stretch {
  const byAuthor = new Map<Author, number>();
  for (const stretch of stretches)
    for (const [author, bytes] of stretch.byAuthor) byAuthor.set(author, (byAuthor.get(author) ?? 0) + bytes);
  return { bytes: stretches.reduce((sum, { bytes }) => sum + bytes, 0), byAuthor };
}
