import { isJsonObject, parseJson } from '../../providers/json-parts.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { JsonString } from './json-string.ts';

/**
 * The maximum bytes of a member in an outline, including its name. A usage with all of its details has a few hundred
 * bytes.
 */
const MAX_MEMBER_BYTES = 8_192;
/** The maximum bytes of an outline. */
const MAX_KEPT_BYTES = 65_536;
/** The levels of objects that are read member by member: the document, and objects that are its members. */
const MAX_LEVELS = 2;

const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const BLANK = 0x20;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** 1 for each byte that separates or encloses values. */
const MARKS = new Uint8Array(256);
for (const mark of [COMMA, OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE]) MARKS[mark] = 1;

/**
 * Reads a JSON object of any size without its large members. Of the object, and of objects that are its members, it
 * stores short members, such as `usage`, `model` and `error`. It visits each byte once and holds only the outline, so
 * that an answer of many megabytes does not block the event loop. The text of a model cannot forge a member, because it
 * is inside a string or deeper.
 */
export class JsonOutline {
  readonly #kept: string[] = [];
  #keptBytes = 0;
  /** The present member, as far as it was received. */
  readonly #member = new GrowingBytes(MAX_MEMBER_BYTES, () => true);
  /** True if the present member is omitted. */
  #isLeftOut = false;
  /** True if the present object has a member in the outline. */
  #hasMembers = false;
  /** The number of objects and arrays around the next byte. */
  #depth = 0;
  /** The number of these that are read member by member, from the outermost one. */
  #levels = 0;
  readonly #string = new JsonString();
  #state: 'before' | 'within' | 'behind' | 'broken' = 'before';

  /** The bytes that the outline holds. */
  get heldBytes(): number {
    return this.#keptBytes + this.#member.length;
  }

  /** True if the text begins as an object. */
  get isObject(): boolean {
    return this.#state === 'within' || this.#state === 'behind';
  }

  see(chunk: Buffer): void {
    /** The start of the member's part that is not held yet. */
    let start = 0;
    let index = 0;
    while (index < chunk.length) {
      if (this.#string.isOpen) {
        index = this.#string.pass(chunk, index);
        continue;
      }
      const byte = chunk[index] as number;
      if (this.#state !== 'within') {
        if (byte > BLANK) start = this.#seeOutside(byte, index);
      } else if (!this.#string.opensAt(byte) && MARKS[byte] === 1) start = this.#seeMark(chunk, start, index);
      index += 1;
    }
    if (this.#state === 'within') this.#hold(chunk, start, chunk.length);
  }

  /** The outline; undefined if the text is not an object, or not a complete one. */
  end(): Readonly<Record<string, unknown>> | undefined {
    const outline = this.#state === 'behind' ? parseJson(this.#kept.join('')) : undefined;
    return isJsonObject(outline) ? outline : undefined;
  }

  /** Reads a mark between values. @returns the start of the part that is not held yet */
  #seeMark(chunk: Buffer, start: number, index: number): number {
    const byte = chunk[index];
    const isHere = this.#depth === this.#levels;
    if (byte === COMMA) {
      if (!isHere) return start;
      this.#hold(chunk, start, index);
      this.#keepMember();
      return index + 1;
    }
    if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      this.#depth -= 1;
      if (!isHere) return start;
      this.#hold(chunk, start, index);
      this.#closeLevel();
      return index + 1;
    }
    this.#depth += 1;
    if (byte !== OPENING_BRACE || !isHere || this.#levels === MAX_LEVELS) return start;
    this.#hold(chunk, start, index);
    return this.#openLevel() ? index + 1 : index;
  }

  /** Checks that there are only blanks before and after the object. */
  #seeOutside(byte: number, index: number): number {
    if (this.#state === 'before' && BYTE_ORDER_MARK.includes(byte)) return index + 1;
    const isBeginning = this.#state === 'before' && byte === OPENING_BRACE;
    this.#state = isBeginning ? 'within' : 'broken';
    if (isBeginning) {
      this.#depth = 1;
      this.#openLevel();
    }
    return index + 1;
  }

  #hold(chunk: Buffer, start: number, end: number): void {
    if (this.#isLeftOut || start >= end) return;
    if (!this.#member.add(chunk, start, end)) this.#leaveOut();
  }

  #leaveOut(): void {
    this.#isLeftOut = true;
    this.#member.clear();
  }

  /** Begins an object that is a member, whose members are read next. False if the object is omitted completely. */
  #openLevel(): boolean {
    if (this.#levels === 0) this.#kept.push('{');
    else if (!this.#keepText('{')) {
      this.#leaveOut();
      return false;
    }
    this.#levels += 1;
    this.#hasMembers = false;
    return true;
  }

  #closeLevel(): void {
    this.#keepMember();
    this.#kept.push('}');
    this.#levels -= 1;
    this.#hasMembers = true;
    if (this.#levels === 0) this.#state = 'behind';
  }

  #keepMember(): void {
    this.#keepText('');
    this.#isLeftOut = false;
  }

  /** Stores the held part of the member and the text that follows it; false if the member is omitted. */
  #keepText(following: string): boolean {
    const bytes = this.#member.length;
    const text = this.#member.view().toString('utf8').trim();
    this.#member.clear();
    if (this.#isLeftOut || text === '' || this.#keptBytes + bytes > MAX_KEPT_BYTES) return false;
    this.#keptBytes += bytes;
    this.#kept.push(this.#hasMembers ? ',' : '', text, following);
    this.#hasMembers = true;
    return true;
  }
}
