import { badRequest, type GatewayError } from '../call/gateway-error.ts';
import { FORMED_MEMBERS, INPUT_MEMBER, findKnownNameIgnoringCase, MAX_KNOWN_BYTES } from './known-names.ts';
import { digestName, NameDigest } from './name-digest.ts';

/** The bytes of a body from `start` up to, but not including, `end`. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** The counts of a body's content. */
export interface ScannedJson {
  readonly bytes: number;
  /** The number of all values: objects, arrays, strings, numbers and literals. */
  readonly values: number;
  readonly numbers: number;
  /** The number of nested levels, including the body itself. */
  readonly depth: number;
  /** The bytes of all numbers, as they are written. */
  readonly numberBytes: number;
  /** The text of the body's member `model`, including its quotes; undefined if the member is not a string. */
  readonly model: ByteSpan | undefined;
}

export interface JsonBounds {
  /** The maximum number of values other than numbers. */
  readonly values: number;
  readonly numbers: number;
  readonly depth: number;
}

/**
 * The limits of a body. The longest conversations have tens of thousands of values. An embedding takes a number for
 * each token of 2,048 texts. Functions that read a body call themselves for each level, and the stack ends at about
 * 5,000 levels.
 */
export const BODY_JSON_BOUNDS: JsonBounds = { values: 200_000, numbers: 1_000_000, depth: 512 };

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** The first byte of a byte order mark. */
const BYTE_ORDER_MARK = 0xef;

/** The kinds of tokens by their first byte outside of texts. */
const [BLANK, TEXT, OPENING_OBJECT, OPENING_LIST, CLOSING, COMMA, NUMBER, LITERAL] = [1, 2, 3, 4, 5, 6, 7, 8];

const BEGINS = tableOf({
  // A colon follows each name and nothing else. The parser reports where it is missing.
  ' \t\n\r:': BLANK,
  '"': TEXT,
  '{': OPENING_OBJECT,
  '[': OPENING_LIST,
  '}]': CLOSING,
  ',': COMMA,
  '-0123456789': NUMBER,
  tfn: LITERAL,
});

/** The bytes that can continue a number or a literal. */
const GOES_ON = tableOf({ '+-.0123456789': 1, abcdefghijklmnopqrstuvwxyz: 1, E: 1 });

/** The token that is still open at the end of a chunk. */
type OpenPiece = 'nothing' | 'name' | 'text' | 'number' | 'literal';

/** The flags of a container: it has names, and they are those of a fixed form. */
const [HAS_NAMES, IS_FORMED] = [1, 2];

/** The number of bytes up to which a loop is faster than a search. Most texts are shorter. */
const NEAR_BYTES = 16;

/**
 * The number of an object's names up to which they are compared one by one. If it has more, all are compared at its
 * end.
 */
const FEW_NAMES = 16;

/** The maximum characters of a name that an error shows. */
const SHOWN_CHARACTERS = 64;

const FORMED: ReadonlySet<number> = new Set(FORMED_MEMBERS.map(digestName));
const [MODEL_DIGEST, INPUT_DIGEST] = [digestName('model'), digestName(INPUT_MEMBER)];

const SEND_ONCE = 'JSON readers differ in which one they use. Send each name once.';

/**
 * Scans the bytes of a JSON object once, as they arrive, and builds no values. It bounds what a parser would build. It
 * refuses what two parsers may read in two ways: a name that an object has twice, in any notation, and a known name in
 * another letter case. It does not check the grammar: for bytes that are not JSON its result means nothing, and the
 * parser refuses them.
 */
export class JsonScanner {
  readonly #bounds: JsonBounds;
  #fault: GatewayError | undefined;
  /** The bytes of the chunks before this one. */
  #before = 0;
  #values = 0;
  #numbers = 0;
  #numberBytes = 0;
  #deepest = 0;
  #model: ByteSpan | undefined;

  /** The kind of each open container, and the index of its first name. */
  readonly #kinds: number[] = [];
  readonly #bases: number[] = [];
  #depth = 0;
  /** The names of the open objects, by their digests. */
  readonly #names: number[] = [];
  #namesEnd = 0;
  #isNameNext = false;
  #isOver = false;

  #open: OpenPiece = 'nothing';
  /** True if an open text ends with a backslash before the next chunk. */
  #isEscaped = false;
  #textStart = 0;
  /** True if the open text is the model's name. */
  #isModel = false;

  readonly #digest = new NameDigest();
  /** The start of an open name from earlier chunks, as far as an error may have to show it. */
  #nameHead = '';
  /** The digest of the name of the member whose value is next. */
  #member = 0;

  constructor(bounds: JsonBounds = BODY_JSON_BOUNDS) {
    this.#bounds = bounds;
  }

  /** Scans a chunk. @returns the reason why the body is refused, if one is known by then */
  take(chunk: Uint8Array): GatewayError | undefined {
    return this.#fault ?? this.#scan(chunk);
  }

  /** Ends the body. @returns its content, or the reason why it is refused */
  end(): ScannedJson | GatewayError {
    if (!this.#isOver) this.#refuse(`it ends at byte ${this.#before}, before the object ends`);
    if (this.#fault !== undefined) return this.#fault;
    return {
      bytes: this.#before,
      values: this.#values,
      numbers: this.#numbers,
      depth: this.#deepest,
      numberBytes: this.#numberBytes,
      model: this.#model,
    };
  }

  #scan(chunk: Uint8Array): GatewayError | undefined {
    let at = this.#goOn(chunk);
    while (at < chunk.length && this.#fault === undefined) {
      switch (BEGINS[chunk[at] as number]) {
        case BLANK:
          at += 1;
          break;
        case TEXT:
          at = this.#isNameNext ? this.#beginName(chunk, at + 1) : this.#beginText(chunk, at + 1);
          break;
        case COMMA:
          this.#isNameNext = this.#depth > 0 && ((this.#kinds[this.#depth - 1] as number) & HAS_NAMES) !== 0;
          at += 1;
          break;
        case OPENING_OBJECT:
          at = this.#enter(HAS_NAMES, at);
          break;
        case OPENING_LIST:
          at = this.#enter(0, at);
          break;
        case CLOSING:
          at = this.#depth === 0 ? this.#refuseByte(chunk, at) : this.#leave(at);
          break;
        case NUMBER:
          this.#countNumber(at);
          at = this.#passRun(chunk, at, 'number');
          break;
        case LITERAL:
          this.#countPlain(at);
          at = this.#passRun(chunk, at, 'literal');
          break;
        default:
          at = this.#refuseByte(chunk, at);
      }
    }
    this.#before += chunk.length;
    return this.#fault;
  }

  /** Continues the token that was open at the end of the last chunk. */
  #goOn(chunk: Uint8Array): number {
    switch (this.#open) {
      case 'nothing':
        return 0;
      case 'name':
        return this.#passName(chunk, 0);
      case 'text':
        return this.#passText(chunk, 0);
      default:
        return this.#passRun(chunk, 0, this.#open);
    }
  }

  #enter(kind: number, at: number): number {
    this.#countValue(at);
    if (this.#depth === 0 && kind !== HAS_NAMES) return this.#refuse('it begins with a list');
    if (this.#depth === this.#bounds.depth)
      return this.#fail(`The body is nested deeper than ${this.#bounds.depth} levels. Send a body with fewer levels.`);
    this.#kinds[this.#depth] = this.#isFormed() ? kind | IS_FORMED : kind;
    this.#bases[this.#depth] = this.#namesEnd;
    this.#depth += 1;
    if (this.#depth > this.#deepest) this.#deepest = this.#depth;
    this.#isNameNext = kind === HAS_NAMES;
    return at + 1;
  }

  /** True if the next container has a fixed form: the body, and those of its parts that have one. */
  #isFormed(): boolean {
    if (this.#depth === 0) return true;
    const parent = this.#kinds[this.#depth - 1] as number;
    if ((parent & IS_FORMED) === 0 || (parent & HAS_NAMES) === 0) return (parent & IS_FORMED) !== 0;
    return FORMED.has(this.#member) || (this.#depth === 1 && this.#member === INPUT_DIGEST);
  }

  #leave(at: number): number {
    this.#depth -= 1;
    const base = this.#bases[this.#depth] as number;
    if (this.#namesEnd - base > FEW_NAMES && hasTwice(this.#names, base, this.#namesEnd))
      return this.#fail(`A name appears twice in the object that ends at byte ${this.#byteAt(at)}. ${SEND_ONCE}`);
    this.#namesEnd = base;
    this.#isNameNext = false;
    this.#isOver = this.#depth === 0;
    return at + 1;
  }

  #countValue(at: number): void {
    this.#values += 1;
    if (this.#values - this.#numbers > this.#bounds.values)
      this.#fail(`The body has more than ${this.#bounds.values} values besides numbers. Send fewer values.`);
    else if (this.#isOver) this.#refuse(`another value follows at byte ${this.#byteAt(at)}`);
  }

  #countNumber(at: number): void {
    this.#numbers += 1;
    if (this.#numbers > this.#bounds.numbers)
      this.#fail(`The body has more than ${this.#bounds.numbers} numbers. Send fewer numbers.`);
    else this.#countPlain(at);
  }

  /** Counts a value that is not a container. */
  #countPlain(at: number): void {
    if (this.#depth > 0 || this.#isOver) this.#countValue(at);
    else this.#refuse('it does not begin with a brace');
  }

  #passRun(chunk: Uint8Array, from: number, kind: 'number' | 'literal'): number {
    let at = from;
    while (at < chunk.length && GOES_ON[chunk[at] as number] === 1) at += 1;
    if (kind === 'number') this.#numberBytes += at - from;
    this.#open = at === chunk.length ? kind : 'nothing';
    return at;
  }

  #beginText(chunk: Uint8Array, from: number): number {
    this.#countPlain(from - 1);
    this.#isModel = this.#depth === 1 && this.#member === MODEL_DIGEST;
    this.#textStart = this.#before + from - 1;
    this.#isEscaped = false;
    return this.#passText(chunk, from);
  }

  /** Finds the quote that ends a text. The content of the text is not read. */
  #passText(chunk: Uint8Array, from: number): number {
    let at = from;
    if (this.#isEscaped && chunk.length > 0) at += 1;
    this.#isEscaped = false;
    while (at < chunk.length) {
      const near = Math.min(at + NEAR_BYTES, chunk.length);
      while (at < near) {
        const byte = chunk[at];
        if (byte === QUOTE) return this.#endText(at + 1);
        at += byte === BACKSLASH ? 2 : 1;
      }
      if (at >= chunk.length) break;
      const quote = chunk.indexOf(QUOTE, at);
      const end = quote === -1 ? chunk.length : quote;
      let backslash = end;
      while (backslash > at && chunk[backslash - 1] === BACKSLASH) backslash -= 1;
      const isEscaped = (end - backslash) % 2 === 1;
      if (quote !== -1 && !isEscaped) return this.#endText(quote + 1);
      at = end + (isEscaped ? 1 : 0);
    }
    this.#isEscaped = at > chunk.length;
    this.#open = 'text';
    return chunk.length;
  }

  #endText(end: number): number {
    this.#open = 'nothing';
    if (this.#isModel) {
      this.#isModel = false;
      this.#model = { start: this.#textStart, end: this.#before + end };
    }
    return end;
  }

  #beginName(chunk: Uint8Array, from: number): number {
    this.#isNameNext = false;
    const end = this.#digest.takeWhole(chunk, from);
    if (end !== undefined) return this.#endName(chunk, from, end);
    this.#digest.begin();
    return this.#passName(chunk, from);
  }

  #passName(chunk: Uint8Array, from: number): number {
    const end = this.#digest.take(chunk, from);
    if (end === chunk.length) {
      this.#open = 'name';
      if (this.#nameHead.length <= MAX_KNOWN_BYTES) this.#nameHead += written(chunk, from, end);
      return end;
    }
    this.#open = 'nothing';
    const next = this.#endName(chunk, from, end);
    this.#nameHead = '';
    return next;
  }

  #endName(chunk: Uint8Array, from: number, end: number): number {
    this.#member = this.#digest.value;
    const isFormed = ((this.#kinds[this.#depth - 1] as number) & IS_FORMED) !== 0;
    if (isFormed && this.#digest.mayFold) this.#refuseLikeKnown(nameFrom(this.#nameHead, chunk, from, end), end);
    if (!this.#isNew(this.#member)) {
      const name = shown(nameFrom(this.#nameHead, chunk, from, end));
      const where = `the second time before byte ${this.#byteAt(end)}`;
      return this.#fail(`${name} appears twice in one object, ${where}. ${SEND_ONCE}`);
    }
    return end + 1;
  }

  #refuseLikeKnown(name: string, end: number): void {
    const known = findKnownNameIgnoringCase(name);
    if (known === undefined) return;
    const where = `The member ${quoted(name)}, before byte ${this.#byteAt(end)},`;
    const why = `differs from \`${known}\` only in case. Some servers treat both as one member, and others do not.`;
    this.#fail(`${where} ${why} Write \`${known}\`.`);
  }

  #isNew(name: number): boolean {
    const names = this.#names;
    const base = this.#bases[this.#depth - 1] as number;
    if (this.#namesEnd - base < FEW_NAMES)
      for (let index = base; index < this.#namesEnd; index += 1) if (names[index] === name) return false;
    names[this.#namesEnd] = name;
    this.#namesEnd += 1;
    return true;
  }

  /** The position in the body of a position in this chunk. */
  #byteAt(at: number): number {
    return this.#before + at;
  }

  #refuseByte(chunk: Uint8Array, at: number): number {
    if (this.#before + at === 0 && chunk[0] === BYTE_ORDER_MARK)
      return this.#refuse('it begins with a byte order mark');
    return this.#refuse(`no value can begin at byte ${this.#byteAt(at)}`);
  }

  #refuse(why: string): number {
    return this.#fail(`The body must be a JSON object: ${why}.`);
  }

  /** Refuses the body. Nothing more is read. */
  #fail(message: string): number {
    this.#fault ??= badRequest(message);
    return Infinity;
  }
}

/** True if two of these names are equal. */
function hasTwice(names: readonly number[], start: number, end: number): boolean {
  const sorted = Float64Array.from(names.slice(start, end)).sort();
  return sorted.some((name, index) => index > 0 && name === sorted[index - 1]);
}

/** The bytes as they are written, one character per byte. */
function written(chunk: Uint8Array, start: number, end: number): string {
  return Buffer.from(chunk.subarray(start, Math.min(end, start + MAX_KNOWN_BYTES + 1))).toString('latin1');
}

/** A name, including its part from earlier chunks; empty if it is longer than any known name. */
function nameFrom(head: string, chunk: Uint8Array, start: number, end: number): string {
  const name = head + written(chunk, start, end);
  if (name.length > MAX_KNOWN_BYTES) return '';
  try {
    return JSON.parse(`"${Buffer.from(name, 'latin1').toString('utf8')}"`) as string;
  } catch {
    return '';
  }
}

/** The subject of a sentence about a name, which is empty if it is too long. */
function shown(name: string): string {
  return name === '' ? 'A long name' : `The name ${quoted(name)}`;
}

/** The beginning of a name in quotes. */
function quoted(name: string): string {
  return JSON.stringify(name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name);
}

function tableOf(bytes: Readonly<Record<string, number>>): Uint8Array {
  const table = new Uint8Array(256);
  for (const [text, kind] of Object.entries(bytes)) for (const byte of Buffer.from(text)) table[byte] = kind;
  return table;
}
