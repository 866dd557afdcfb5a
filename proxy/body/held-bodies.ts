/** What one request takes of the memory that there is for bodies. */
export interface BodyHold {
  /** The most that a request of this key can take, even where nobody else takes any. */
  readonly mostBytes: number;
  /**
   * Has the body give way while it arrives, to older bodies of its key that need its room. Of several large ones at once the first come
   * through so, where each would else be given up halfway.
   * @param giveUp is called once its room is given back
   * @returns ends that
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
  readonly #keys = new Map<string, number>();
  readonly #organizations = new Map<string, number>();
  /** What gives up each body that arrives, by key, in the order in which they began. */
  readonly #arriving = new Map<string, Set<() => void>>();
  #bytes = 0;

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  get bytes(): number {
    return this.#bytes;
  }

  open(holder: RoomHolder): BodyHold {
    const { mostBytes, bytesPerRequest = 0 } = this.#parts;
    let held = 0;
    let isOver = false;
    let giveUp: (() => void) | undefined;
    const giveBack = (): void => {
      if (held > 0) this.#add(holder, -held);
      held = 0;
      isOver = true;
    };
    return {
      mostBytes: Math.floor(mostBytes / 3) - bytesPerRequest,
      arrives: (given) => {
        const ofKey = this.#arriving.get(holder.keyId) ?? new Set();
        this.#arriving.set(holder.keyId, ofKey);
        const own = (): void => {
          giveBack();
          given();
        };
        ofKey.add(own);
        giveUp = own;
        return () => {
          ofKey.delete(own);
          if (ofKey.size === 0) this.#arriving.delete(holder.keyId);
        };
      },
      take: (bytes) => {
        const wanted = held === 0 ? bytes + bytesPerRequest : bytes;
        if (isOver || !this.#findRoom(holder, wanted, giveUp)) return false;
        held += wanted;
        this.#add(holder, wanted);
        return true;
      },
      giveBack,
    };
  }

  /** Looks for room, in that of younger bodies of the same key where there is none. */
  #findRoom(holder: RoomHolder, bytes: number, own: (() => void) | undefined): boolean {
    while (!this.#hasRoom(holder, bytes)) {
      const youngest = own && [...(this.#arriving.get(holder.keyId) ?? [])].at(-1);
      if (youngest === undefined || youngest === own) return false;
      youngest();
    }
    return true;
  }

  #hasRoom({ keyId, organizationId }: RoomHolder, bytes: number): boolean {
    const { mostBytes, onFull } = this.#parts;
    const free = mostBytes - this.#bytes - bytes;
    const full: FullShare | undefined =
      free < 0
        ? 'process'
        : (this.#organizations.get(organizationId) ?? 0) + bytes > free
          ? 'organization'
          : ((this.#keys.get(keyId) ?? 0) + bytes) * 2 > free
            ? 'key'
            : undefined;
    if (full === undefined) return true;
    onFull?.(full);
    return false;
  }

  #add({ keyId, organizationId }: RoomHolder, bytes: number): void {
    this.#bytes += bytes;
    addTo(this.#organizations, organizationId, bytes);
    addTo(this.#keys, keyId, bytes);
  }
}

function addTo(held: Map<string, number>, name: string, bytes: number): void {
  const left = (held.get(name) ?? 0) + bytes;
  if (left === 0) held.delete(name);
  else held.set(name, left);
}
