/** The memory that one request reserves for its body. */
export interface BodyReservation {
  /** The maximum bytes that a request of this key can take, even if no other request takes any. */
  readonly maxBytes: number;
  /**
   * Lets older bodies of the same key take the memory of this one while it arrives. If several large bodies arrive
   * concurrently, the oldest ones arrive completely; otherwise each would hold a part of the share, and all would be
   * refused.
   * @param giveUp is called when the body has lost its memory
   * @returns a function to call when the body has arrived
   */
  arrives(giveUp: () => void): () => void;
  /** Takes memory. False if that would be too much; none of it is taken then. */
  take(bytes: number): boolean;
  /** Returns all memory. Nothing more can be taken after that. */
  giveBack(): void;
}

/** The key and the organization whose requests share memory. */
export interface MemoryHolder {
  readonly keyId: string;
  readonly organizationId: string;
}

/** The shares that can be full. */
export const FULL_SHARES = ['process', 'organization', 'key'] as const;
export type FullShare = (typeof FULL_SHARES)[number];

export interface BodyBudgetParts {
  readonly maxBytes: number;
  /** Bytes that each request takes in addition to its body, for its connection and its state; 0 if absent. */
  readonly bytesPerRequest?: number;
  /** Called after each refusal; absent if no metric counts them. */
  readonly onFull?: (share: FullShare) => void;
}

/**
 * The memory of this process for bodies, for their parsed values and for answers that wait. It is taken as bytes
 * arrive, in shares that follow the free part: an organization holds at most as much as it leaves free, and a key at
 * most half of that. Thus a key has at most a third of all memory, and an organization half. After any number of
 * holders, the next one still gets memory.
 */
export class BodyBudget {
  readonly #parts: BodyBudgetParts;
  readonly #keys = new Map<string, Share>();
  readonly #organizations = new Map<string, Share>();
  #bytes = 0;

  /** Bytes that each request takes in addition to its body. */
  readonly bytesPerRequest: number;
  /** The maximum bytes that a request can take, even if no other request takes any. */
  readonly maxBytesOfRequest: number;

  constructor(parts: BodyBudgetParts) {
    this.#parts = parts;
    this.bytesPerRequest = parts.bytesPerRequest ?? 0;
    this.maxBytesOfRequest = Math.floor(parts.maxBytes / 3) - this.bytesPerRequest;
  }

  get bytes(): number {
    return this.#bytes;
  }

  open({ keyId, organizationId }: MemoryHolder): BodyReservation {
    const key = join(this.#keys, keyId);
    const organization = join(this.#organizations, organizationId);
    return new BodyRoom(this, key, organization);
  }

  /** True if this number of further bytes fits into all shares. */
  hasRoom(key: Share, organization: Share, bytes: number): boolean {
    const { maxBytes, onFull } = this.#parts;
    const free = maxBytes - this.#bytes - bytes;
    const full: FullShare | undefined =
      free < 0
        ? 'process'
        : organization.bytes + bytes > free
          ? 'organization'
          : (key.bytes + bytes) * 2 > free
            ? 'key'
            : undefined;
    if (full === undefined) return true;
    onFull?.(full);
    return false;
  }

  add(key: Share, organization: Share, bytes: number): void {
    this.#bytes += bytes;
    key.bytes += bytes;
    organization.bytes += bytes;
  }

  leave(key: Share, organization: Share): void {
    leave(this.#keys, key);
    leave(this.#organizations, organization);
  }
}

/** The memory of one request. */
class BodyRoom implements BodyReservation {
  readonly maxBytes: number;
  readonly #all: BodyBudget;
  readonly #key: Share;
  readonly #organization: Share;
  #held = 0;
  #isOver = false;
  #giveUp: (() => void) | undefined;

  constructor(all: BodyBudget, key: Share, organization: Share) {
    this.maxBytes = all.maxBytesOfRequest;
    this.#all = all;
    this.#key = key;
    this.#organization = organization;
  }

  arrives(giveUp: () => void): () => void {
    const { arriving } = this.#key;
    const own = (): void => {
      arriving.delete(own);
      this.giveBack();
      giveUp();
    };
    this.#giveUp = own;
    arriving.add(own);
    return () => arriving.delete(own);
  }

  take(bytes: number): boolean {
    const wanted = this.#held === 0 ? bytes + this.#all.bytesPerRequest : bytes;
    if (this.#isOver || !this.#findRoom(wanted)) return false;
    this.#add(wanted);
    return true;
  }

  giveBack(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#add(-this.#held);
    this.#all.leave(this.#key, this.#organization);
  }

  #add(bytes: number): void {
    this.#held += bytes;
    this.#all.add(this.#key, this.#organization, bytes);
  }

  /** True if memory is left. If not, first takes that of younger bodies of the same key. */
  #findRoom(bytes: number): boolean {
    while (!this.#all.hasRoom(this.#key, this.#organization, bytes)) {
      const youngest = this.#giveUp && [...this.#key.arriving].at(-1);
      if (youngest === undefined || youngest === this.#giveUp) return false;
      youngest();
    }
    return true;
  }
}

/** The memory of a key or an organization. */
interface Share {
  readonly name: string;
  bytes: number;
  /** The number of requests that may hold memory. */
  requests: number;
  /** The functions that give up the arriving bodies, in the order in which the bodies began. */
  readonly arriving: Set<() => void>;
}

function join(shares: Map<string, Share>, name: string): Share {
  const known = shares.get(name);
  const share = known ?? { name, bytes: 0, requests: 0, arriving: new Set() };
  if (known === undefined) shares.set(name, share);
  share.requests += 1;
  return share;
}

function leave(shares: Map<string, Share>, share: Share): void {
  share.requests -= 1;
  if (share.requests === 0) shares.delete(share.name);
}
