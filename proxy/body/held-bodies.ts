/** What one request takes of the memory that there is for bodies. */
export interface BodyHold {
  /** The most that a request of this key can take, even where nobody else takes any. */
  readonly mostBytes: number;
  /**
   * Lets older bodies of the same key take the room of this one while it arrives. Of several large bodies at once, the oldest arrive whole;
   * otherwise each would hold a part of the share, and all would be refused.
   * @param giveUp is called when the body has lost its room
   * @returns a function to call when the body has arrived
   */
  arrives(giveUp: () => void): () => void;
  /** False where so many bytes more would be too many, and then none of them are taken. */
  take(bytes: number): boolean;
  /** Gives back all of it; nothing is taken any more. */
  giveBack(): void;
}

/** Whose requests share the memory. */
export interface RoomHolder {
  readonly keyId: string;
  readonly organizationId: string;
}

/** Which share has no room for what is asked for. */
export const FULL_SHARES = ['process', 'organization', 'key'] as const;
export type FullShare = (typeof FULL_SHARES)[number];

export interface RoomParts {
  readonly mostBytes: number;
  /** What each request takes beside its bytes: its connection, and whatever is kept of it. None when absent. */
  readonly bytesPerRequest?: number;
  /** Told of each refusal; absent where nobody counts them. */
  readonly onFull?: (share: FullShare) => void;
}

/**
 * The memory of this process for bodies, for what is parsed of them and for answers that wait. It is given as bytes arrive, and in shares that
 * follow what is free: an organization holds at most as much as it leaves free, and a key at most half of that. So a key has a third of
 * all at most, an organization half; and whatever any number of them hold, the next one still finds room.
 */
export class HeldBodies {
  readonly #parts: RoomParts;
  readonly #keys = new Map<string, Share>();
  readonly #organizations = new Map<string, Share>();
  #bytes = 0;

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  get bytes(): number {
    return this.#bytes;
  }

  open({ keyId, organizationId }: RoomHolder): BodyHold {
    const { mostBytes, bytesPerRequest = 0 } = this.#parts;
    const key = join(this.#keys, keyId);
    const organization = join(this.#organizations, organizationId);
    let held = 0;
    let isOver = false;
    let giveUp: (() => void) | undefined;
    const add = (bytes: number): void => {
      held += bytes;
      this.#bytes += bytes;
      key.bytes += bytes;
      organization.bytes += bytes;
    };
    const giveBack = (): void => {
      if (isOver) return;
      isOver = true;
      add(-held);
      leave(this.#keys, keyId, key);
      leave(this.#organizations, organizationId, organization);
    };
    return {
      mostBytes: Math.floor(mostBytes / 3) - bytesPerRequest,
      arrives: (given) => {
        const own = (): void => {
          key.arriving.delete(own);
          giveBack();
          given();
        };
        giveUp = own;
        key.arriving.add(own);
        return () => key.arriving.delete(own);
      },
      take: (bytes) => {
        const wanted = held === 0 ? bytes + bytesPerRequest : bytes;
        if (isOver || !this.#findRoom(key, organization, wanted, giveUp)) return false;
        add(wanted);
        return true;
      },
      giveBack,
    };
  }

  /** Finds room. If there is none, takes that of younger bodies of the same key. */
  #findRoom(key: Share, organization: Share, bytes: number, own: (() => void) | undefined): boolean {
    while (!this.#hasRoom(key, organization, bytes)) {
      const youngest = own && [...key.arriving].at(-1);
      if (youngest === undefined || youngest === own) return false;
      youngest();
    }
    return true;
  }

  #hasRoom(key: Share, organization: Share, bytes: number): boolean {
    const { mostBytes, onFull } = this.#parts;
    const free = mostBytes - this.#bytes - bytes;
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
}

/** What a key or an organization holds. */
interface Share {
  bytes: number;
  /** Requests that may hold some. */
  requests: number;
  /** What gives up each body that arrives, in the order in which they began. */
  readonly arriving: Set<() => void>;
}

function join(shares: Map<string, Share>, name: string): Share {
  const known = shares.get(name);
  const share = known ?? { bytes: 0, requests: 0, arriving: new Set() };
  if (known === undefined) shares.set(name, share);
  share.requests += 1;
  return share;
}

function leave(shares: Map<string, Share>, name: string, share: Share): void {
  share.requests -= 1;
  if (share.requests === 0) shares.delete(name);
}
