/** The maximum bytes of a body that is read in the serving thread, in one piece. */
export const MAX_SINGLE_PIECE_BYTES = 1_048_576;

/**
 * The minimum and maximum bytes of a segment. Segments grow with the body, so that a body takes at most twice its
 * bytes, and a large body at most one additional segment.
 */
const [MIN_SEGMENT, MAX_SEGMENT] = [65_536, 1_048_576];

/**
 * Stores a body while it arrives. A chunk of one byte takes three hundred bytes of memory, so chunks are copied into
 * segments as they arrive, each in its own turn of the event loop. Segments are shared memory, which a thread reads in
 * place.
 */
export class BodyCollector {
  #first: Buffer | undefined;
  readonly #segments: Buffer[] = [];
  /** The used bytes of the last segment. */
  #taken = 0;
  #size = 0;

  add(chunk: Buffer): void {
    if (this.#size === 0) this.#first = chunk;
    else {
      if (this.#first !== undefined) this.#copy(this.#first);
      this.#first = undefined;
      this.#copy(chunk);
    }
    this.#size += chunk.length;
  }

  /** Ends the body: nothing more is added. A small body is one piece. */
  end(): readonly Buffer[] {
    if (this.#first !== undefined) return [this.#first];
    const last = this.#segments.pop();
    if (last !== undefined) this.#segments.push(last.subarray(0, this.#taken));
    return this.#size > MAX_SINGLE_PIECE_BYTES ? this.#segments : [Buffer.concat(this.#segments)];
  }

  #copy(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      const last = this.#segments.at(-1);
      if (last === undefined || this.#taken === last.length) {
        const length = Math.min(MAX_SEGMENT, Math.max(MIN_SEGMENT, this.#size));
        this.#segments.push(Buffer.from(new SharedArrayBuffer(length)));
        this.#taken = 0;
        continue;
      }
      const copied = rest.copy(last, this.#taken);
      this.#taken += copied;
      rest = rest.subarray(copied);
    }
  }
}
