import { randomFillSync } from 'node:crypto';

/** The digits of TypeID: Crockford's Base32 in lower case. */
const DIGITS = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
const DIGIT_BITS = 5;
const [DIGIT_VALUES, LAST_DIGIT] = [32, 31];

const SUFFIX_DIGITS = 26;
/** The number of digits of the time; its first two bits are 0. */
const TIME_DIGITS = 10;
const VERSION = 7;
const VARIANT = 2;

/**
 * The number of 32-bit random numbers that are generated together. Generating them one by one takes longer than the
 * rest of an id.
 */
const DRAWN = 1_024;
const COUNTER_BITS = 18;

/**
 * Creates UUIDs of version 7 (RFC 9562) in the form of TypeID: 26 digits of 5 bits. The first 48 bits are milliseconds.
 * The next 30 bits count up from a random number, so that the ids of a millisecond sort in their order. The last 44
 * bits are random.
 */
export class IdSuffixes {
  readonly #random = new Uint32Array(DRAWN);
  /**
   * The bytes of the last id. A string that is concatenated from parts takes twice as long, and each read of it takes
   * longer again.
   */
  readonly #written: Buffer;
  /** The offset of the digits, after the prefix. */
  readonly #start: number;
  #drawn = DRAWN;
  #ms = -1;
  #counter = 0;

  /** @param prefix the text before the digits of each id */
  constructor(prefix = '') {
    this.#written = Buffer.from(prefix.padEnd(prefix.length + SUFFIX_DIGITS, '0'), 'latin1');
    this.#start = prefix.length;
  }

  /** @param nowMs milliseconds since 1970; a time before the previous one counts as the previous one */
  next(nowMs: number): string {
    if (nowMs > this.#ms) this.#begin(nowMs);
    else this.#counter += 1;
    const count = this.#counter;
    const first = (VERSION << 16) | ((count >>> COUNTER_BITS) << 4) | (VARIANT << 2) | ((count >>> 16) & 3);
    const one = this.#draw();
    const other = this.#draw();
    const at = this.#start + TIME_DIGITS;
    this.#write(at, first);
    this.#write(at + 4, ((count & 0xffff) << 4) | (one & 15));
    this.#write(at + 8, one >>> 12);
    this.#write(at + 12, other >>> 12);
    return this.#written.toString('latin1');
  }

  #begin(ms: number): void {
    this.#ms = ms;
    let rest = ms;
    for (let index = TIME_DIGITS - 1; index >= 0; index -= 1) {
      this.#written[this.#start + index] = DIGITS[rest % DIGIT_VALUES] as number;
      rest = Math.floor(rest / DIGIT_VALUES);
    }
    // The counter begins in the lower half of its range, so that the upper half is left to count.
    this.#counter = this.#draw() >>> 3;
  }

  #draw(): number {
    if (this.#drawn === DRAWN) {
      randomFillSync(this.#random);
      this.#drawn = 0;
    }
    return this.#random[this.#drawn++] as number;
  }

  /** Writes the four digits of 20 bits. */
  #write(at: number, bits: number): void {
    const written = this.#written;
    written[at] = DIGITS[bits >>> (3 * DIGIT_BITS)] as number;
    written[at + 1] = DIGITS[(bits >>> (2 * DIGIT_BITS)) & LAST_DIGIT] as number;
    written[at + 2] = DIGITS[(bits >>> DIGIT_BITS) & LAST_DIGIT] as number;
    written[at + 3] = DIGITS[bits & LAST_DIGIT] as number;
  }
}
