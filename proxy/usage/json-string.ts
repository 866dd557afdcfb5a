const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The string of a JSON text around the next byte, if there is one. The text arrives in pieces of any size. */
export class JsonString {
  #isOpen = false;
  #isEscaped = false;

  /** True if the next byte is within a string. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Reads a byte outside of strings. @returns true if it opens a string */
  opensAt(byte: number): boolean {
    if (byte !== QUOTE) return false;
    this.#isOpen = true;
    return true;
  }

  /** Reads on in an open string. @returns the index after its end, or after the piece */
  pass(chunk: Buffer, from: number): number {
    let isEscaped = this.#isEscaped;
    let index = from;
    for (; index < chunk.length && this.#isOpen; index += 1) {
      const byte = chunk[index];
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) this.#isOpen = false;
    }
    this.#isEscaped = isEscaped;
    return index;
  }
}
