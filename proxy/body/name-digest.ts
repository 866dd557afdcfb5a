const [QUOTE, BACKSLASH, SMALL_U] = [0x22, 0x5c, 0x75];

/** The factors are odd, so that a product loses no information. */
const [FACTOR_OF_ONE, FACTOR_OF_TWO] = [0x0100_0193, 0x85eb_ca6b];
const [START_OF_ONE, START_OF_TWO] = [0x811c_9dc5, 0x9747_b28c];

/** The characters of one-letter escapes. */
const ESCAPED: ReadonlyMap<number, number> = new Map(
  ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map(
    (pair) => [pair.charCodeAt(0), pair.charCodeAt(1)] as const,
  ),
);

/** The replacement for half of a surrogate pair, as servers with UTF-8 texts read it. */
const REPLACEMENT = 0xfffd;

/** 1 for capital letters, NUL and bytes outside ASCII. */
const MAY_FOLD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0 || (byte >= 0x41 && byte <= 0x5a) || byte >= 0x80 ? 1 : 0,
);

/** The states of reading an escape. */
const [NO_ESCAPE, LETTER, FIRST_DIGIT, LAST_DIGIT] = [0, 1, 2, 5];

/**
 * The digest of a member's name that arrives in pieces: a number that is the same for all notations of the name. Two
 * names with the same number count as one, which is very unlikely by chance (52 bits). A sender who searches for such
 * names only gets its own request refused.
 */
export class NameDigest {
  #one = START_OF_ONE;
  #two = START_OF_TWO;
  #mayFold = false;
  #escape = NO_ESCAPE;
  #code = 0;
  /** The first half of a surrogate pair until the other half arrives; otherwise 0. */
  #high = 0;

  begin(): void {
    this.#one = START_OF_ONE;
    this.#two = START_OF_TWO;
    this.#mayFold = false;
    this.#escape = NO_ESCAPE;
    this.#high = 0;
  }

  get value(): number {
    return (this.#one >>> 0) * 0x10_0000 + (this.#two >>> 12);
  }

  /** True if the name has characters other than lower-case letters, digits and signs of ASCII. */
  get mayFold(): boolean {
    return this.#mayFold;
  }

  /**
   * Takes a complete name that is written without escapes, as most names are.
   * @returns the index of the closing quote; undefined if the name has an escape, or the chunk ends before the quote
   */
  takeWhole(chunk: Uint8Array, from: number): number | undefined {
    let one = START_OF_ONE;
    let two = START_OF_TWO;
    let mayFold = 0;
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === QUOTE) {
        this.#one = one;
        this.#two = two;
        this.#mayFold = mayFold !== 0;
        return at;
      }
      if (byte === BACKSLASH) return undefined;
      one = Math.imul(one ^ byte, FACTOR_OF_ONE);
      two = Math.imul(two ^ byte, FACTOR_OF_TWO);
      mayFold |= MAY_FOLD[byte] as number;
    }
    return undefined;
  }

  /**
   * Takes the bytes up to the quote that ends the name.
   * @returns the index of that quote; the length of the chunk if the name continues in the next one
   */
  take(chunk: Uint8Array, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (this.#escape !== NO_ESCAPE) this.#unescape(byte);
      else if (byte === BACKSLASH) this.#escape = LETTER;
      else {
        if (this.#high !== 0) this.#endPair();
        if (byte === QUOTE) break;
        this.#add(byte);
      }
    }
    return at;
  }

  #add(byte: number): void {
    this.#one = Math.imul(this.#one ^ byte, FACTOR_OF_ONE);
    this.#two = Math.imul(this.#two ^ byte, FACTOR_OF_TWO);
    if (MAY_FOLD[byte] === 1) this.#mayFold = true;
  }

  #unescape(byte: number): void {
    if (this.#escape === LETTER) {
      this.#code = 0;
      this.#escape = byte === SMALL_U ? FIRST_DIGIT : NO_ESCAPE;
      if (byte !== SMALL_U) this.#addUnit(ESCAPED.get(byte) ?? byte);
      return;
    }
    this.#code = this.#code * 16 + digitOf(byte);
    if (this.#escape < LAST_DIGIT) {
      this.#escape += 1;
      return;
    }
    this.#escape = NO_ESCAPE;
    this.#addUnit(this.#code);
  }

  /** Adds a code unit of UTF-16. */
  #addUnit(unit: number): void {
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (this.#high !== 0 && isLow) {
      this.#addCharacter(0x1_0000 + (this.#high - 0xd800) * 0x400 + (unit - 0xdc00));
      this.#high = 0;
      return;
    }
    if (this.#high !== 0) this.#endPair();
    if (unit >= 0xd800 && unit <= 0xdbff) this.#high = unit;
    else this.#addCharacter(isLow ? REPLACEMENT : unit);
  }

  #endPair(): void {
    this.#high = 0;
    this.#addCharacter(REPLACEMENT);
  }

  /** Adds a character as its bytes of UTF-8. */
  #addCharacter(code: number): void {
    if (code < 0x80) {
      this.#add(code);
      return;
    }
    const more = code < 0x800 ? 1 : code < 0x1_0000 ? 2 : 3;
    this.#add(((0xff00 >> (more + 1)) & 0xff) | (code >> (6 * more)));
    for (let left = more - 1; left >= 0; left -= 1) this.#add(0x80 | ((code >> (6 * left)) & 0x3f));
  }
}

/** The value of a hexadecimal digit; 0 for any other byte, which the parser refuses. */
function digitOf(byte: number): number {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? 0 : digit;
}

/** The digest of a name that is written without escapes. */
export function digestName(name: string): number {
  const digest = new NameDigest();
  digest.take(Buffer.from(name), 0);
  return digest.value;
}
