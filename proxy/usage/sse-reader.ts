import { parseJson } from '../../providers/json-parts.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { JsonOutline } from './json-outline.ts';

/**
 * The maximum bytes of an event that is parsed: no turn of the event loop parses more. Of a larger event, only the
 * outline is read.
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
  /** Receives the data of an event: the value of JSON, or the text of anything else. */
  event(data: unknown): void;
  /** Receives the data of an event that is too large to parse: a JSON object without its large members. */
  outline(data: Readonly<Record<string, unknown>>): void;
}

/** The handling of the present line if it is too long to be held. */
type LongLine = 'outlined' | 'skipped' | undefined;

/**
 * Reads server-sent events in pieces of any size, by the rules of the HTML standard: lines end with LF, CR or both, a
 * byte order mark is skipped, and the `data` lines of one event are joined. Each byte is visited a fixed number of
 * times, for any length of lines and pieces.
 */
export class SseReader {
  readonly #listener: SseListener;
  readonly #take: (bytes: number) => boolean;
  /** The beginning of a line whose end has not arrived yet. */
  readonly #line: GrowingBytes;
  #longLine: LongLine;
  #isFirstLine = true;
  #isAfterReturn = false;
  /** The data of the event so far; undefined if it has no data, or only its outline is read. */
  #data: string | undefined;
  #isJoined = false;
  /** The bytes for joined data that stay reserved. */
  #taken = 0;
  #outline: JsonOutline | undefined;

  /** @param take reserves memory for what is held; if it returns false, only the outlines of events are read */
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
      // A line feed directly after a return ends no further line.
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

  /** Reads the rest that has no line end: some providers omit the last one. */
  end(): void {
    if (this.#line.length > 0) this.#endLine(NEXT_LINE, 0, 0);
    this.#emit();
  }

  #holdLine(chunk: Buffer, from: number, to: number): void {
    if (this.#longLine === 'outlined') this.#outline?.see(chunk.subarray(from, to));
    if (this.#longLine !== undefined || this.#line.add(chunk, from, to)) return;
    const held = this.#line.view();
    // A first piece that cannot be held is longer than the name of a field.
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
      this.#emit();
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
    // The reservation doubles, so that many short lines need few of them.
    const wanted = Math.min(MAX_EVENT_BYTES, 2 * characters);
    if (!this.#take(wanted - this.#taken)) return false;
    this.#taken = wanted;
    return true;
  }

  /** The outline of the event, which contains all of its data so far. */
  #outlined(): JsonOutline {
    if (this.#outline === undefined) {
      this.#outline = new JsonOutline();
      if (this.#data !== undefined) this.#outline.see(Buffer.from(this.#data));
      this.#data = undefined;
    }
    this.#outline.see(NEXT_LINE);
    return this.#outline;
  }

  #emit(): void {
    if (this.#data === undefined) {
      const outline = this.#outline?.end();
      if (outline !== undefined) this.#listener.outline(outline);
    } else if (this.#isJoined) emitJoined(this.#data, this.#listener);
    else emitText(this.#data, this.#listener);
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
 * Passes joined data on. If it is not JSON as a whole, the provider ends its events with one line end, so that each
 * line is an event.
 */
function emitJoined(data: string, listener: SseListener): void {
  const whole = parseJson(data);
  if (whole !== undefined) listener.event(whole);
  else for (const line of data.split('\n')) emitText(line, listener);
}

/**
 * Passes a text on, unless it begins as an object and is not one. Such a text states no usage; its bytes are forwarded
 * unchanged.
 */
function emitText(text: string, listener: SseListener): void {
  const trimmed = text.trim();
  const data = trimmed.startsWith('{') ? parseJson(trimmed) : trimmed;
  if (data !== undefined) listener.event(data);
}
