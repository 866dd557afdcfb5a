import { randomFillSync } from 'node:crypto';

/** The digits of TypeID: Crockford's, in lower case. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const DIGIT_BITS = 5;
/** What two digits stand for is looked up at once. */
const PAIR = 1_024;
const PAIRS = Array.from({ length: PAIR }, (_, value) => `${DIGITS[value >> DIGIT_BITS]}${DIGITS[value % 32]}`);

/** Digits of the time, of which the first two bits are 0. */
const TIME_DIGITS = 10;
const VERSION = 7;
const VARIANT = 2;

/** Random numbers of 32 bits are drawn so many at once: to draw them one by one takes longer than the rest of an id. */
const DRAWN = 1_024;
const COUNTER_BITS = 18;

/**
 * UUIDs of version 7 (RFC 9562) as TypeID writes them: 26 digits of 5 bits. 48 bits are milliseconds, 30 count on from a random number, so that the
 * ids of a millisecond sort as they were made, and 44 are random.
 */
export class IdSuffixes {
  readonly #random = new Uint32Array(DRAWN);
  #drawn = DRAWN;
  #ms = -1;
  #time = '';
  #counter = 0;

  /** @param nowMs since 1970; an earlier one than before counts as that */
  next(nowMs: number): string {
    if (nowMs > this.#ms) this.#begin(nowMs);
    else this.#counter += 1;
    const count = this.#counter;
    const first = (VERSION << 16) | ((count >>> COUNTER_BITS) << 4) | (VARIANT << 2) | ((count >>> 16) & 3);
    const one = this.#draw();
    const other = this.#draw();
    const second = ((count & 0xffff) << 4) | (one & 15);
    // A template would convert each part to a text, which takes longer than all of this.
    return this.#time + digitsOf(first) + digitsOf(second) + digitsOf(one >>> 12) + digitsOf(other >>> 12);
  }

  #begin(ms: number): void {
    this.#ms = ms;
    this.#time = '';
    for (let rest = ms; this.#time.length < TIME_DIGITS; rest = Math.floor(rest / PAIR))
      this.#time = `${PAIRS[rest % PAIR]}${this.#time}`;
    // Half of its range is left to count on.
    this.#counter = this.#draw() >>> 3;
  }

  #draw(): number {
    if (this.#drawn === DRAWN) {
      randomFillSync(this.#random);
      this.#drawn = 0;
    }
    return this.#random[this.#drawn++] as number;
  }
}

/** Four digits of 20 bits. */
function digitsOf(bits: number): string {
  return (PAIRS[bits >> 10] as string) + (PAIRS[bits % PAIR] as string);
}
