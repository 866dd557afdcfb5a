import { isJsonObject, parseJson } from '../../providers/json-parts.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { JsonOutline } from './json-outline.ts';
import { JsonString } from './json-string.ts';
import { MAX_EVENT_BYTES, type SseListener } from './sse-reader.ts';

const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Reads a stream that is a JSON list, in pieces of any size: each object of the list is an event. An object without a
 * list around it is an event too, such as an error in place of a stream. Each byte is visited once, and held until its
 * object is complete.
 */
export class JsonListReader {
  readonly #listener: SseListener;
  /** The bytes of the present object from earlier pieces. */
  readonly #item: GrowingBytes;
  /** The outline of an object that is too large to parse. */
  #outline: JsonOutline | undefined;
  /** The number of objects and lists around the next byte, without the outermost list. */
  #depth = 0;
  readonly #string = new JsonString();

  /**
   * @param take reserves memory for the bytes that are held; if it returns false, only the outlines of objects are read
   */
  constructor(listener: SseListener, take: (bytes: number) => boolean) {
    this.#listener = listener;
    this.#item = new GrowingBytes(MAX_EVENT_BYTES, take);
  }

  see(chunk: Buffer): void {
    /** The start of the object's part that is not held yet. */
    let start = 0;
    let index = 0;
    while (index < chunk.length) {
      if (this.#string.isOpen) {
        index = this.#string.pass(chunk, index);
        continue;
      }
      if (!this.#string.opensAt(chunk[index] as number)) start = this.#seeMark(chunk, start, index);
      index += 1;
    }
    if (this.#depth > 0) this.#hold(chunk, start, chunk.length);
  }

  /** Ends the stream. An object that breaks off states nothing. */
  end(): void {
    this.#item.clear();
    this.#outline = undefined;
  }

  /** Reads a bracket or brace. @returns the start of the part of the object that is not held yet */
  #seeMark(chunk: Buffer, start: number, index: number): number {
    const byte = chunk[index];
    if (byte === OPENING_BRACE || (byte === OPENING_BRACKET && this.#depth > 0)) {
      this.#depth += 1;
      return this.#depth === 1 ? index : start;
    }
    if ((byte === CLOSING_BRACE || byte === CLOSING_BRACKET) && this.#depth > 0) {
      this.#depth -= 1;
      if (this.#depth === 0) this.#endItem(chunk, start, index + 1);
    }
    return start;
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
      // An item that cannot be parsed states no usage; its bytes are forwarded unchanged.
      if (isJsonObject(event)) this.#listener.event(event);
    } else {
      const outline = this.#outline.end();
      if (outline !== undefined) this.#listener.outline(outline);
    }
    this.#item.clear();
    this.#outline = undefined;
  }
}
