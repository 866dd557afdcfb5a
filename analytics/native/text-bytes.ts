/** The maximum number of bytes of a 32-bit number in groups of seven bits. */
const MAX_VARINT_BYTES = 5;
/** The maximum number of UTF-8 bytes of a UTF-16 unit. */
const MAX_UNIT_BYTES = 3;
/**
 * The maximum length of texts that are written here. Most texts are short and in ASCII: a call into the runtime for
 * each would cost more.
 */
const MAX_BY_HAND = 0x7f;

/** Concatenated texts in UTF-8, each preceded by its length in bytes. */
export class TextBytes {
  #bytes: Buffer;
  #end = 0;

  constructor(texts: number) {
    this.#bytes = Buffer.allocUnsafe(texts * 32 + MAX_VARINT_BYTES);
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }

  add(text: string): void {
    const maxEnd = this.#end + text.length * MAX_UNIT_BYTES + MAX_VARINT_BYTES;
    if (maxEnd > this.#bytes.length) this.#grow(maxEnd);
    if (text.length > MAX_BY_HAND || !this.#addAscii(text)) this.#addLong(text);
  }

  /** Adds an integer of at least 0, in groups of seven bits, the lowest first. */
  addCount(count: number): void {
    let rest = count;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#end++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#end++] = rest;
  }

  /** Adds a text in ASCII; false, with nothing written, if a character is not in ASCII. */
  #addAscii(text: string): boolean {
    const bytes = this.#bytes;
    let end = this.#end;
    bytes[end++] = text.length;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit >= 0x80) return false;
      bytes[end++] = unit;
    }
    this.#end = end;
    return true;
  }

  #addLong(text: string): void {
    this.addCount(Buffer.byteLength(text));
    this.#end += this.#bytes.write(text, this.#end);
  }

  #grow(max: number): void {
    const bytes = Buffer.allocUnsafe(2 * max);
    this.#bytes.copy(bytes, 0, 0, this.#end);
    this.#bytes = bytes;
  }
}
