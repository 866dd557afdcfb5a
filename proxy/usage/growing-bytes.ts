/** The least that is held at once. So little is not asked for. */
const MIN_BYTES = 4_096;

/**
 * Bytes that come in pieces of any size and are read as one. What holds them grows by doubling: each byte is copied
 * about twice, and a thousand pieces of one byte take no more than one of a thousand.
 */
export class GrowingBytes {
  readonly #max: number;
  readonly #take: (bytes: number) => boolean;
  #bytes = Buffer.alloc(0);
  #length = 0;
  /** The most that it held so far, which stays taken. */
  #taken = MIN_BYTES;

  /** @param take asks for the memory; false where there is none */
  constructor(max: number, take: (bytes: number) => boolean) {
    this.#max = max;
    this.#take = take;
  }

  get length(): number {
    return this.#length;
  }

  /** The present bytes: a view, which the next call may change. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** False where there would be too many of them, or no memory for them; then none of the piece is held. */
  add(chunk: Buffer, from: number, to: number): boolean {
    const length = this.#length + to - from;
    if (length > this.#bytes.length && !this.#grow(length)) return false;
    chunk.copy(this.#bytes, this.#length, from, to);
    this.#length = length;
    return true;
  }

  clear(): void {
    this.#length = 0;
    // A long line is rare: the next one begins small again.
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
