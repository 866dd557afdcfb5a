/** Bytes of texts that need no escaping and no decoding: printable ASCII without quotation marks and backslashes. */
const IS_PLAIN = new Uint8Array(256);
for (let byte = 0x20; byte < 0x7f; byte += 1) if (byte !== 0x22 && byte !== 0x5c) IS_PLAIN[byte] = 1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** Numbers with more digits are not exact as doubles. */
const MAX_DIGITS = 15;
/** The days of each month, without those of leap years. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** The form of an instant with its closing quotation mark. Digits stand at the places of zeros. */
const INSTANT = '0000-00-00T00:00:00.000Z"';
const SEPARATORS = INSTANT.split('').flatMap((character, place) => (character === '0' ? [] : [place]));
const TENTHS = [1, 10, 100, 1_000] as const;

/** A text that is expected in a line, as words of four bytes. The last word can overlap the one before. */
export interface Expected {
  readonly length: number;
  readonly words: Uint32Array;
  readonly last: number;
  /** The bytes of a text that is shorter than a word. */
  readonly bytes: Uint8Array;
}

const WORD_BYTES = 4;

export function expected(text: string): Expected {
  return expectedBytes(new Uint8Array(Buffer.from(text, 'latin1')));
}

/** @param bytes bytes that nobody else changes */
export function expectedBytes(bytes: Uint8Array): Expected {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  const words = Uint32Array.from({ length: Math.floor(length / WORD_BYTES) }, (_, index) =>
    view.getUint32(index * WORD_BYTES, true),
  );
  const last = length < WORD_BYTES ? 0 : view.getUint32(length - WORD_BYTES, true);
  return { length, words, last, bytes };
}

/**
 * Reads the parts of a line in the one form in which the gateway writes them. The first part in another form makes the
 * cursor fail, and the line is then read by the rules of the format.
 */
export class LineCursor {
  bytes: Uint8Array = new Uint8Array();
  at = 0;
  end = 0;
  /** The beginning and the end of the text that was read last. */
  textStart = 0;
  textEnd = 0;
  /** The number that was read last. */
  number = 0;

  #view = new DataView(this.bytes.buffer);

  begin(bytes: Uint8Array, start: number, end: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.at = start;
    this.end = end;
  }

  /** Reads an expected text. */
  is(text: Expected): boolean {
    if (!this.hasText(this.at, text)) return false;
    this.at += text.length;
    return true;
  }

  /** True if an expected text is at a place. */
  hasText(at: number, { length, words, last, bytes: few }: Expected): boolean {
    const after = at + length;
    if (after > this.end) return false;
    if (length < WORD_BYTES) {
      const { bytes } = this;
      for (let index = 0; index < length; index += 1) if (bytes[at + index] !== few[index]) return false;
      return true;
    }
    const view = this.#view;
    const count = words.length;
    for (let index = 0; index < count; index += 1)
      if (view.getUint32(at + index * WORD_BYTES, true) !== words[index]) return false;
    return view.getUint32(after - WORD_BYTES, true) === last;
  }

  /** The four bytes at a place of the line. */
  wordAt(at: number): number {
    return this.#view.getUint32(at, true);
  }

  /** The index of the first expected text that follows, which is read; -1 if none follows. */
  oneOf(texts: readonly Expected[]): number {
    for (let index = 0; index < texts.length; index += 1) if (this.is(texts[index] as Expected)) return index;
    return -1;
  }

  /** Reads the rest of a text and its closing quotation mark. The text has 1 to `max` bytes. */
  text(max: number): boolean {
    const { bytes, end } = this;
    let at = this.at;
    while (IS_PLAIN[bytes[at] as number] === 1) at += 1;
    const length = at - this.at;
    if (at >= end || bytes[at] !== QUOTE || length === 0 || length > max) return false;
    this.textStart = this.at;
    this.textEnd = at;
    this.at = at + 1;
    return true;
  }

  /** Reads the rest of a text that may contain escaped quotation marks and backslashes, and no other escape. */
  escapedText(min: number, max: number): boolean {
    const { bytes, end } = this;
    let at = this.at;
    for (;;) {
      while (IS_PLAIN[bytes[at] as number] === 1) at += 1;
      if (at >= end) return false;
      if (bytes[at] === QUOTE) break;
      const next = bytes[at + 1];
      if (bytes[at] !== BACKSLASH || (next !== QUOTE && next !== BACKSLASH)) return false;
      at += 2;
    }
    const length = at - this.at;
    if (length < min || length > max) return false;
    this.at = at + 1;
    return true;
  }

  /** Reads a whole number without a sign and without leading zeros. */
  whole(): boolean {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let value = 0;
    for (let byte = bytes[at] as number; byte >= ZERO && byte <= NINE; byte = bytes[at] as number) {
      value = value * 10 + (byte - ZERO);
      at += 1;
    }
    const digits = at - start;
    if (digits === 0 || digits > MAX_DIGITS || at >= this.end) return false;
    if (digits > 1 && bytes[start] === ZERO) return false;
    this.at = at;
    this.number = value;
    return true;
  }

  /** Reads a number with at most three decimal places. */
  decimal(): boolean {
    if (!this.whole()) return false;
    const { bytes } = this;
    if (bytes[this.at] !== POINT) return true;
    const start = this.at + 1;
    let at = start;
    let value = this.number;
    for (let byte = bytes[at] as number; byte >= ZERO && byte <= NINE; byte = bytes[at] as number) {
      value = value * 10 + (byte - ZERO);
      at += 1;
    }
    const places = at - start;
    if (places === 0 || places > 3 || at >= this.end || value > Number.MAX_SAFE_INTEGER) return false;
    this.at = at;
    // Both numbers are exact, so the quotient is the double that a parser of the text gives.
    this.number = value / (TENTHS[places] as number);
    return true;
  }

  /** Reads an instant in UTC with milliseconds and its closing quotation mark. Its number is Unix milliseconds. */
  instant(): boolean {
    const { at } = this;
    if (at + INSTANT.length > this.end || !this.#hasSeparators(at)) return false;
    const dayMs = this.#dayAt(at);
    const timeMs = this.#timeAt(at + 11);
    if (dayMs < 0 || timeMs < 0) return false;
    this.at = at + INSTANT.length;
    this.number = dayMs + timeMs;
    return true;
  }

  /** True if everything but digits stands where an instant has it. */
  #hasSeparators(at: number): boolean {
    const { bytes } = this;
    for (const place of SEPARATORS) if (bytes[at + place] !== INSTANT.charCodeAt(place)) return false;
    return true;
  }

  /**
   * The beginning of the day at a place; negative if there is no such day, or it is the last one of a leap year's
   * February.
   */
  #dayAt(at: number): number {
    const year = this.#digits(at, 4);
    const month = this.#digits(at + 5, 2);
    const day = this.#digits(at + 8, 2);
    if (year < 2000 || year > 2099 || month < 1 || month > 12) return -1;
    return day < 1 || day > (DAYS[month - 1] as number) ? -1 : this.#dayMs(year, month, day);
  }

  /** The milliseconds of the time of day at a place; negative if there is no such time. */
  #timeAt(at: number): number {
    const hour = this.#digits(at, 2);
    const minute = this.#digits(at + 3, 2);
    const second = this.#digits(at + 6, 2);
    const ms = this.#digits(at + 9, 3);
    if (hour > 23 || minute > 59 || second > 59 || Math.min(hour, minute, second, ms) < 0) return -1;
    return hour * 3_600_000 + minute * 60_000 + second * 1_000 + ms;
  }

  #year = 0;
  #month = 0;
  #day = 0;
  #ms = 0;

  /** The beginning of a day. Neighbouring lines are mostly of one day. */
  #dayMs(year: number, month: number, day: number): number {
    if (day !== this.#day || month !== this.#month || year !== this.#year) {
      this.#ms = Date.UTC(year, month - 1, day);
      this.#year = year;
      this.#month = month;
      this.#day = day;
    }
    return this.#ms;
  }

  /** A number of this many digits; negative if one of them is none. */
  #digits(at: number, count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const digit = (this.bytes[at + index] as number) - ZERO;
      if (digit < 0 || digit > 9) return -1_000_000;
      value = value * 10 + digit;
    }
    return value;
  }
}
