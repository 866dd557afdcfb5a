import { parseJson } from '../../providers/json-parts.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { JsonOutline } from './json-outline.ts';

/**
 * The largest event that is read whole: no turn of the event loop parses more. Of a larger one, its outline is read.
 */
export const MAX_EVENT_BYTES = 1_048_576;

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
const COLON = 0x3a;
const DATA = Buffer.from('data');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NEXT_LINE = Buffer.from('\n');

export interface SseListener {
  /** The data of an event: what is JSON as its value, anything else as its text. */
  event(data: unknown): void;
  /** The data of an event that is too large to be read whole: a JSON object without its large members. */
  outline(data: Readonly<Record<string, unknown>>): void;
}

/** The handling of the present line once it is too long to be held. */
type LongLine = 'outlined' | 'skipped' | undefined;

/**
 * Reads server-sent events as they come in pieces of any size, by the rules of the HTML standard: lines end with LF, CR
 * or both, a byte order mark is skipped, the `data` lines of one event are joined. Each byte is visited a fixed number
 * of times, for any length of lines and pieces.
 */
export class SseReader {
  readonly #listener: SseListener;
  readonly #take: (bytes: number) => boolean;
  /** The beginning of a line whose end has not come yet. */
  readonly #line: GrowingBytes;
  #longLine: LongLine;
  #isFirstLine = true;
  #isAfterReturn = false;
  /** The data of the event so far; undefined where it has none, or is outlined. */
  #data: string | undefined;
  #isJoined = false;
  /** Bytes of joined data that stay taken. */
  #taken = 0;
  #outline: JsonOutline | undefined;

  /** @param take asks for the memory of what is held; false where there is none, and then events are outlined */
  constructor(listener: SseListener, take: (bytes: number) => boolean) {
    this.#listener = listener;
    this.#take = take;
    this.#line = new GrowingBytes(MAX_EVENT_BYTES, take);
  }

  see(chunk: Buffer): void {
    let from = 0;
    let feed = chunk.indexOf(LINE_FEED);
    let back = chunk.indexOf(RETURN);
    while (feed !== -1 || back !== -1) {
      const isReturn = feed === -1 || (back !== -1 && back < feed);
      const end = isReturn ? back : feed;
      // A line feed right behind a return ends no line of its own.
      if (isReturn || end > from || !this.#isAfterReturn) this.#endLine(chunk, from, end);
      this.#isAfterReturn = isReturn;
      from = end + 1;
      if (isReturn) back = chunk.indexOf(RETURN, from);
      else feed = chunk.indexOf(LINE_FEED, from);
    }
    if (from === chunk.length) return;
    this.#isAfterReturn = false;
    this.#holdLine(chunk, from, chunk.length);
  }

  /** Reads what came without an end: providers leave out the last line end. */
  end(): void {
    if (this.#line.length > 0) this.#endLine(NEXT_LINE, 0, 0);
    this.#tell();
  }

  #holdLine(chunk: Buffer, from: number, to: number): void {
    if (this.#longLine === 'outlined') this.#outline?.see(chunk.subarray(from, to));
    if (this.#longLine !== undefined || this.#line.add(chunk, from, to)) return;
    const held = this.#line.view();
    // A first piece that is not held is longer than the name of a field.
    const [bytes, end] = held.length === 0 ? [chunk.subarray(from, to), to - from] : [held, held.length];
    const begin = this.#dataBegin(bytes, 0, end);
    this.#longLine = begin === undefined ? 'skipped' : 'outlined';
    if (begin !== undefined) {
      const outline = this.#outlined();
      outline.see(bytes.subarray(begin));
      if (held.length > 0) outline.see(chunk.subarray(from, to));
    }
    this.#line.clear();
  }

  #endLine(chunk: Buffer, from: number, end: number): void {
    if (this.#longLine === undefined && this.#line.length === 0) this.#readLine(chunk, from, end);
    else {
      if (from < end) this.#holdLine(chunk, from, end);
      if (this.#longLine === undefined) {
        this.#readLine(this.#line.view(), 0, this.#line.length);
        this.#line.clear();
      }
    }
    this.#longLine = undefined;
    this.#isFirstLine = false;
  }

  #readLine(bytes: Buffer, from: number, end: number): void {
    if (from === end) {
      this.#tell();
      return;
    }
    const begin = this.#dataBegin(bytes, from, end);
    if (begin !== undefined) this.#addData(bytes.toString('utf8', begin, end));
  }

  /** The start of a line's data; undefined for other lines. */
  #dataBegin(bytes: Buffer, from: number, end: number): number | undefined {
    let at = from;
    if (this.#isFirstLine && startsWith(bytes, BYTE_ORDER_MARK, at, end)) at += BYTE_ORDER_MARK.length;
    if (!startsWith(bytes, DATA, at, end)) return undefined;
    at += DATA.length;
    if (at === end) return at;
    if (bytes[at] !== COLON) return undefined;
    return bytes[at + 1] === BLANK ? at + 2 : at + 1;
  }

  #addData(text: string): void {
    if (this.#outline !== undefined) this.#outline.see(Buffer.from(`\n${text}`));
    else if (this.#data === undefined) this.#data = text;
    else if (this.#hasRoomFor(this.#data.length + text.length + 1)) {
      this.#data += `\n${text}`;
      this.#isJoined = true;
    } else this.#outlined().see(Buffer.from(text));
  }

  #hasRoomFor(characters: number): boolean {
    if (characters > MAX_EVENT_BYTES) return false;
    if (characters <= this.#taken) return true;
    // Asked for by doubling, so that many short lines ask seldom.
    const wanted = Math.min(MAX_EVENT_BYTES, 2 * characters);
    if (!this.#take(wanted - this.#taken)) return false;
    this.#taken = wanted;
    return true;
  }

  /** The outline of the event, which all of its data so far went into. */
  #outlined(): JsonOutline {
    if (this.#outline === undefined) {
      this.#outline = new JsonOutline();
      if (this.#data !== undefined) this.#outline.see(Buffer.from(this.#data));
      this.#data = undefined;
    }
    this.#outline.see(NEXT_LINE);
    return this.#outline;
  }

  #tell(): void {
    if (this.#data === undefined) {
      const outline = this.#outline?.end();
      if (outline !== undefined) this.#listener.outline(outline);
    } else if (this.#isJoined) tellJoined(this.#data, this.#listener);
    else tellText(this.#data, this.#listener);
    this.#data = undefined;
    this.#isJoined = false;
    this.#outline = undefined;
  }
}

function startsWith(bytes: Buffer, beginning: Buffer, from: number, end: number): boolean {
  if (end - from < beginning.length) return false;
  for (let index = 0; index < beginning.length; index += 1) if (bytes[from + index] !== beginning[index]) return false;
  return true;
}

/**
 * Data that is no JSON as a whole is that of a provider which ends its events with one line end: each line is an event.
 */
function tellJoined(data: string, listener: SseListener): void {
  const whole = parseJson(data);
  if (whole !== undefined) listener.event(whole);
  else for (const line of data.split('\n')) tellText(line, listener);
}

/**
 * Passes a text on that begins as an object and is not one. It says nothing about the usage; its bytes continue as they
 * are.
 */
function tellText(text: string, listener: SseListener): void {
  const trimmed = text.trim();
  const data = trimmed.startsWith('{') ? parseJson(trimmed) : trimmed;
  if (data !== undefined) listener.event(data);
}
