import { expectedBytes, type Expected, type LineCursor } from './line-cursor.ts';

/** The number of places for heads, a power of two. */
const PLACES = 4_096;
/** The lengths of heads that are tried. The ids in a head have one length, so only names of teams differ. */
const MAX_LENGTHS = 8;
/** The place of the bytes before the closing quotation mark of a head, which differ from key to key. */
const TAIL = 5;
/** The share of heads that replace another one in their place, as one in this many. A new head is costly. */
const REPLACED = 64;

/**
 * The beginnings of lines that were accepted before. They are equal for all calls of a key, so a comparison replaces
 * their scan.
 */
export class KnownHeads {
  readonly #heads: (Expected | undefined)[] = new Array<Expected | undefined>(PLACES).fill(undefined);
  readonly #lengths: number[] = [];
  #refused = 0;

  /** Reads a known head. */
  read(cursor: LineCursor): boolean {
    for (const length of this.#lengths) {
      const at = cursor.at + length - TAIL;
      if (at + TAIL > cursor.end) continue;
      const head = this.#heads[placeOf(cursor.wordAt(at))];
      if (head !== undefined && head.length === length && cursor.is(head)) return true;
    }
    return false;
  }

  /** Adds the head that the cursor has read. @param from its first byte */
  add(cursor: LineCursor, from: number): void {
    const { bytes, at } = cursor;
    const place = placeOf(cursor.wordAt(at - TAIL));
    if (this.#heads[place] !== undefined && (this.#refused += 1) % REPLACED !== 0) return;
    this.#heads[place] = expectedBytes(new Uint8Array(bytes.subarray(from, at)));
    const length = at - from;
    if (!this.#lengths.includes(length) && this.#lengths.length < MAX_LENGTHS) this.#lengths.push(length);
  }
}

function placeOf(word: number): number {
  return (Math.imul(word, 0x9e3779b1) >>> 16) & (PLACES - 1);
}
