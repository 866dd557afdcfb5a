/**
 * The maximum bytes of bodies and answers that are processed in one turn: a few milliseconds of the most expensive
 * ones.
 */
const MAX_BYTES = 262_144;
/** The fixed cost of each piece, in addition to its bytes. */
const PIECE_BYTES = 256;

/** A reader of a connection. */
interface Reader {
  /** Absent for a reader that is never paused when a piece arrives. */
  readonly paused?: boolean;
  pause(): unknown;
  resume(): unknown;
}

/**
 * Shares the turns of the serving loop among all bodies and answers in progress. A turn reads everything that has
 * arrived on each connection, up to 2 MiB each: twenty large answers would take half a second. A reader that exceeds
 * the bytes of a turn is paused, and resumes in a later turn, in the order in which readers were paused.
 */
export class TurnBytes {
  readonly #later: (then: () => void) => unknown;
  readonly #waiting: (() => void)[] = [];
  #bytes = 0;
  #isCounting = false;

  /** @param later schedules a function after the work that is due in this turn */
  constructor(later: (then: () => void) => unknown = setImmediate) {
    this.#later = later;
  }

  /** Counts a piece that was processed. True if the turn has no bytes left, so that the reader must `wait`. */
  isFull(bytes: number): boolean {
    this.#bytes += bytes + PIECE_BYTES;
    this.#count();
    return this.#bytes > MAX_BYTES;
  }

  /**
   * Counts a piece that was read. If the turn has no more bytes, pauses the reader and resumes it in a later turn.
   * @param isHeld true if the reader must stay paused then, for a reason that resumes it itself
   */
  share(reader: Reader, bytes: number, isHeld: () => boolean = never): void {
    if (!this.isFull(bytes) || reader.paused === true) return;
    reader.pause();
    this.wait(() => {
      if (!isHeld()) reader.resume();
    });
  }

  /** Continues in a later turn. */
  wait(goOn: () => void): void {
    this.#waiting.push(goOn);
    this.#count();
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    this.#later(this.#begin);
  }

  readonly #begin = (): void => {
    this.#isCounting = false;
    this.#bytes = 0;
    if (this.#waiting.length === 0) return;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      next();
      if (this.#bytes > MAX_BYTES) break;
    }
    if (this.#waiting.length > 0) this.#count();
  };
}

function never(): boolean {
  return false;
}

/** The bytes per turn of this process, which has one serving loop. */
export const turnBytes = new TurnBytes();
