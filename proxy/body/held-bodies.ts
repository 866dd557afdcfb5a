/** What one request takes of the memory that there is for bodies. */
export interface BodyHold {
  /** False where so many bytes more would be too many, and then none of them are taken. */
  take(bytes: number): boolean;
  /** Gives back all of it; nothing is taken any more. */
  giveBack(): void;
}

/** The bodies that lie in the memory of this process, all of them together. */
export class HeldBodies {
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  open(): BodyHold {
    let held = 0;
    let isOver = false;
    return {
      take: (bytes) => {
        if (isOver || this.#bytes + bytes > this.#mostBytes) return false;
        held += bytes;
        this.#bytes += bytes;
        return true;
      },
      giveBack: () => {
        this.#bytes -= held;
        held = 0;
        isOver = true;
      },
    };
  }
}
