import { Refusal } from '../../../domain/kernel/errors.ts';
import { findJsonFault } from './find-json-fault.ts';
import { BODY_LIMITS, type BodyLimits } from './body-limits.ts';

/**
 * A strict decoder: otherwise, bytes that are not UTF-8 would silently become U+FFFD. A byte order mark is not JSON
 * (RFC 8259).
 */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The characters that JSON can write and Postgres cannot store. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Reads the document of a JSON body. One pass over its text checks the limits before any value is built, so that all
 * later checks are bounded. The same pass refuses duplicate members, because parsers differ in which of them they use.
 *
 * @param isBorne returns true if a duplicate member is accepted; its last value then counts. The argument is the path
 * to the member, at most its first eight steps.
 *
 * @throws Refusal `validation_failed` at the first place that breaks a limit, or for bytes that are not JSON
 */
export function readJson(bytes: Uint8Array, limits: BodyLimits = BODY_LIMITS, isBorne: IsBorne = () => false): unknown {
  const json = decoded(bytes);
  new TextPass(json, limits, isBorne).run();
  return parsed(json);
}

/**
 * Refuses a text that the stores cannot hold.
 * @throws Refusal `validation_failed`
 */
export function refuseUnstorable(text: string, pointer?: string): void {
  if (!UNSTORABLE.test(text)) return;
  const faults =
    pointer === undefined ? [] : [{ pointer, detail: 'contains NUL or half of a surrogate pair: remove it' }];
  const detail = 'The request contains a string with NUL or half of a surrogate pair. Remove it.';
  throw new Refusal('validation_failed', detail, { faults });
}

type IsBorne = (steps: readonly (string | number)[]) => boolean;
const SHOWN_STEPS = 8;

/** A list or an object that is open at the present position of the pass. */
interface Open {
  /** The names of an object so far; undefined for a list. */
  readonly names: Set<string> | undefined;
  /** The number of values so far. */
  size: number;
  /** The step of the path to the next value. */
  step: string | number;
}

/**
 * A scan of a JSON text from mark to mark. It does not check the grammar: in a text that is not JSON, its results have
 * no meaning, and the parser refuses the text.
 */
class TextPass {
  readonly #json: string;
  readonly #limits: BodyLimits;
  readonly #isBorne: IsBorne;
  readonly #open: Open[] = [];
  #values = 0;
  /** The number of marks so far. */
  #passed = 0;
  /** True if the next text is the name of a member. */
  #isName = false;

  constructor(json: string, limits: BodyLimits, isBorne: IsBorne) {
    this.#json = json;
    this.#limits = limits;
    this.#isBorne = isBorne;
  }

  run(): void {
    const marks = /["[\]{},]/g;
    this.#countValue();
    for (let mark = marks.exec(this.#json); mark !== null; mark = marks.exec(this.#json)) {
      this.#passed += 1;
      // A value has at most a comma, a beginning, an end, a name and a text; a text with more marks is not JSON.
      if (this.#passed > 5 * this.#limits.values) throw noJson();
      switch (mark[0]) {
        case '"':
          marks.lastIndex = this.#passText(mark.index);
          break;
        case '{':
          this.#enter({ names: new Set(), size: 0, step: '' });
          break;
        case '[':
          this.#enter({ names: undefined, size: 0, step: 0 });
          break;
        case ',':
          this.#goOn();
          break;
        default:
          this.#open.pop();
          this.#isName = false;
      }
    }
  }

  #enter(open: Open): void {
    if (this.#open.length === this.#limits.depth)
      throw this.#fault(`is nested deeper than ${this.#limits.depth} levels`);
    this.#open.push(open);
    this.#isName = open.names !== undefined;
    // An empty list or object counts as one with a single value, which is harmless.
    this.#countItem(open);
  }

  #goOn(): void {
    const open = this.#open.at(-1);
    if (open === undefined) return;
    if (typeof open.step === 'number') open.step += 1;
    this.#isName = open.names !== undefined;
    this.#countItem(open);
  }

  #countItem(open: Open): void {
    open.size += 1;
    const max = open.names === undefined ? this.#limits.items : this.#limits.members;
    if (open.size > max) throw this.#faultOfHolder(`has more than ${max} members`);
    this.#countValue();
  }

  #countValue(): void {
    this.#values += 1;
    if (this.#values > this.#limits.values) throw at('', `has more than ${this.#limits.values} values`);
  }

  /** Passes over the text that begins at a quote; returns the position after it. */
  #passText(start: number): number {
    const end = endOfText(this.#json, start, this.#limits.text);
    if (end === undefined) {
      const max = `more than ${this.#limits.text} characters`;
      throw this.#isName ? this.#faultOfHolder(`has a member whose name has ${max}`) : this.#fault(`has ${max}`);
    }
    const raw = this.#json.slice(start, end + 1);
    // Without an escape, a text equals its written form, and UTF-8 can write no unstorable character except through an
    // escape.
    const isPlain = !raw.includes('\\');
    const text =
      isPlain || (!this.#isName && !ESCAPED_CODE.test(raw)) ? raw.slice(1, -1) : String(parsed(raw, this.#json));
    // A pointer cannot hold such a name either, so it leads to the object with the member.
    if (!isPlain && this.#limits.storable)
      refuseUnstorable(text, pointerThrough(this.#isName ? this.#open.slice(0, -1) : this.#open));
    if (this.#isName) this.#passName(text);
    return end + 1;
  }

  #passName(name: string): void {
    const open = this.#open.at(-1);
    this.#isName = false;
    if (open?.names === undefined) return;
    open.step = name;
    const isBorne = !open.names.has(name) || this.#isBorne(this.#open.slice(0, SHOWN_STEPS).map(({ step }) => step));
    if (!isBorne) throw this.#fault('appears twice');
    open.names.add(name);
  }

  #fault(what: string): Refusal {
    return at(pointerThrough(this.#open), what);
  }

  #faultOfHolder(what: string): Refusal {
    return at(pointerThrough(this.#open.slice(0, -1)), what);
  }
}

/** The RFC 6901 pointer to the next value in the innermost of these. */
function pointerThrough(open: readonly Open[]): string {
  return open.map(({ step }) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const BACKSLASH = 0x5c;
const ESCAPED_CODE = /\\u/;

/** The position of the closing quote of the text that begins at a quote; undefined if the text is too long. */
function endOfText(json: string, start: number, max: number): number | undefined {
  for (let end = start; ;) {
    end = json.indexOf('"', end + 1);
    if (end === -1) end = json.length;
    if (end - start - 1 > max) return undefined;
    let before = end;
    while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    // A quote after an even number of backslashes is not escaped.
    if ((end - before) % 2 === 0 || end === json.length) return end;
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw noJson();
  }
}

/**
 * Parses JSON.
 * @param whole the complete text in which a fault is located, if `json` is a part of it
 */
function parsed(json: string, whole = json): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw noJson(whole);
  }
}

/**
 * The refusal for bytes that are not JSON.
 * @param json the text; undefined if the bytes are not a text, or have more marks than any JSON of their length
 */
function noJson(json?: string): Refusal {
  const fault = json === undefined ? undefined : findJsonFault(json);
  return at('', fault === undefined ? 'is not valid JSON in UTF-8' : `is not valid JSON: ${fault}`);
}

function at(pointer: string, what: string): Refusal {
  const faults = [{ pointer, detail: what }];
  return new Refusal('validation_failed', `${pointer === '' ? 'The body' : pointer} ${what}.`, { faults });
}
