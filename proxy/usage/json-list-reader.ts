import { isObject, parseJson } from '../../providers/json-parts.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { JsonOutline } from './json-outline.ts';
import { MAX_EVENT_BYTES, type SseListener } from './sse-reader.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Reads a stream that comes as a JSON list, in pieces of any size: each object of the list is an event. An object without a list around it is one,
 * too, such as an error in place of a stream. Each byte is visited once, and held until its object has come to its end.
 */
export class JsonListReader {
  readonly #listener: SseListener;
  /** What came of the object that is read now in pieces before this one. */
  readonly #item: GrowingBytes;
  /** Of an object that is too large to be read whole. */
  #outline: JsonOutline | undefined;
  /** Objects and lists around the next byte, without the outermost list. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** @param take asks for the memory of what is held; false where there is none, and then objects are outlined */
  constructor(listener: SseListener, take: (bytes: number) => boolean) {
    this.#listener = listener;
    this.#item = new GrowingBytes(MAX_EVENT_BYTES, take);
  }

  see(chunk: Buffer): void {
    /** Where the part of the object begins that is not held yet. */
    let start = 0;
    let index = 0;
    while (index < chunk.length) {
      if (this.#isInString) {
        index = this.#passString(chunk, index);
        continue;
      }
      const byte = chunk[index];
      if (byte === QUOTE) this.#isInString = true;
      else if (byte === OPENING_BRACE || (byte === OPENING_BRACKET && this.#depth > 0)) {
        if (this.#depth === 0) start = index;
        this.#depth += 1;
      } else if ((byte === CLOSING_BRACE || byte === CLOSING_BRACKET) && this.#depth > 0) {
        this.#depth -= 1;
        if (this.#depth === 0) this.#endItem(chunk, start, index + 1);
      }
      index += 1;
    }
    if (this.#depth > 0) this.#hold(chunk, start, chunk.length);
  }

  /** An object that breaks off says nothing. */
  end(): void {
    this.#item.clear();
    this.#outline = undefined;
  }

  /** Returns where the string ends, or the piece does. */
  #passString(chunk: Buffer, from: number): number {
    let index = from;
    for (; index < chunk.length && this.#isInString; index += 1) {
      const byte = chunk[index];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isInString = false;
    }
    return index;
  }

  #hold(chunk: Buffer, from: number, to: number): void {
    if (this.#outline === undefined) {
      if (this.#item.add(chunk, from, to)) return;
      this.#outline = new JsonOutline();
      this.#outline.see(this.#item.view());
      this.#item.clear();
    }
    this.#outline.see(chunk.subarray(from, to));
  }

  #endItem(chunk: Buffer, from: number, to: number): void {
    const isWhole = this.#outline === undefined && this.#item.length === 0 && to - from <= MAX_EVENT_BYTES;
    if (!isWhole) this.#hold(chunk, from, to);
    if (this.#outline === undefined) {
      const bytes = isWhole ? chunk.subarray(from, to) : this.#item.view();
      const event = parseJson(bytes.toString('utf8'));
      // What begins as an object and is none says nothing of the usage; its bytes go on as they are.
      if (isObject(event)) this.#listener.event(event);
    } else {
      const outline = this.#outline.end();
      if (outline !== undefined) this.#listener.outline(outline);
    }
    this.#item.clear();
    this.#outline = undefined;
  }
}
