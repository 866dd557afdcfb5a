/** Bytes of bodies and answers that are looked at in one turn: some milliseconds of the dearest ones. */
const MOST_BYTES = 262_144;
/** What a piece costs beside its bytes, however few it has. */
const PIECE_BYTES = 256;

/** What reads from a connection. */
interface PausedReader {
  readonly paused: boolean;
  pause(): void;
  resume(): void;
}

/**
 * Shares the turns of the serving loop among all bodies and answers under way. A turn reads as much of every connection as has come, 2 MiB of
 * each: of twenty large answers it would take half a second. Whoever reads beyond the bytes of a turn waits for a later one, behind those that
 * wait already.
 */
export class TurnBytes {
  readonly #later: (then: () => void) => unknown;
  readonly #waiting: (() => void)[] = [];
  #bytes = 0;
  #isCounting = false;

  /** @param later calls back once whatever else is due has had its turn */
  constructor(later: (then: () => void) => unknown = setImmediate) {
    this.#later = later;
  }

  /** Counts a piece that was looked at. Whether the turn has no more of them: their reader is to `wait` then. */
  isFull(bytes: number): boolean {
    this.#bytes += bytes + PIECE_BYTES;
    this.#count();
    return this.#bytes > MOST_BYTES;
  }

  /**
   * Counts a piece that was read, and pauses its reader for the rest of a turn that has no more bytes. A reader that is paused already resumes by
   * itself.
   * @param isHeld whether the reader waits for something else by the time that it may go on; whatever it waits for resumes it then
   */
  share(reader: PausedReader, bytes: number, isHeld: () => boolean): void {
    if (!this.isFull(bytes) || reader.paused) return;
    reader.pause();
    this.wait(() => {
      if (!isHeld()) reader.resume();
    });
  }

  /** Goes on in a later turn. */
  wait(goOn: () => void): void {
    this.#waiting.push(goOn);
    this.#count();
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    this.#later(() => this.#begin());
  }

  #begin(): void {
    this.#isCounting = false;
    this.#bytes = 0;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      next();
      if (this.#bytes > MOST_BYTES) break;
    }
    if (this.#waiting.length > 0) this.#count();
  }
}

/** Those of this process: it has one serving loop. */
export const turnBytes = new TurnBytes();
