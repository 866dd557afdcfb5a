/** The minimum bytes that are held. So few need no reservation. */
const MIN_BYTES = 4_096;

/**
 * Bytes that arrive in pieces of any size and are read as one text. Their buffer grows by doubling: each byte is copied
 * about twice, and a thousand pieces of one byte take no more memory than one piece of a thousand.
 */
export class GrowingBytes {
  readonly #max: number;
  readonly #take: (bytes: number) => boolean;
  #bytes = Buffer.alloc(0);
  #length = 0;
  /** The maximum bytes so far, which stay reserved. */
  #taken = MIN_BYTES;

  /** @param take reserves memory; false if none is left */
  constructor(max: number, take: (bytes: number) => boolean) {
    this.#max = max;
    this.#take = take;
  }

  get length(): number {
    return this.#length;
  }

  /** The present bytes, as a view that the next call may change. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Adds a piece. False if there would be too many bytes or no memory is left; none of the piece is added then. */
  add(chunk: Buffer, from: number, to: number): boolean {
    const length = this.#length + to - from;
    if (length > this.#bytes.length && !this.#grow(length)) return false;
    chunk.copy(this.#bytes, this.#length, from, to);
    this.#length = length;
    return true;
  }

  clear(): void {
    this.#length = 0;
    // A long line is rare, so the next one begins with a small buffer.
    if (this.#bytes.length > MIN_BYTES) this.#bytes = Buffer.alloc(0);
  }

  #grow(length: number): boolean {
    if (length > this.#max) return false;
    const capacity = Math.min(this.#max, Math.max(MIN_BYTES, length, 2 * this.#bytes.length));
    if (capacity > this.#taken) {
      if (!this.#take(capacity - this.#taken)) return false;
      this.#taken = capacity;
    }
    const grown = Buffer.allocUnsafeSlow(capacity);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
    return true;
  }
}
