/** A number of 32 bits in groups of seven. */
const MAX_VARINT_BYTES = 5;
/** A UTF-16 unit takes no more in UTF-8. */
const MAX_UNIT_BYTES = 3;
/** Most texts are short and of ASCII: a call into the runtime for each would cost more than to write them here. */
const MAX_BY_HAND = 0x7f;

/** Texts in UTF-8 one after the other, each behind its length in bytes. */
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

  /** A whole number from 0 on, in groups of seven bits, the lowest first. */
  addCount(count: number): void {
    let rest = count;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#end++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#end++] = rest;
  }

  /** False, and nothing written, where one character is not of ASCII. */
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
