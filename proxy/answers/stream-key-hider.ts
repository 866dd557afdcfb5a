import type { IncomingHttpHeaders } from 'node:http';
import { keySpans, withStars, type KeySpan } from './hide-key.ts';

const NOTHING = Buffer.alloc(0);
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Words that an event has which may repeat a key, without their first letters, which may be large. */
const WORDS = ['rror', 'ailed', 'key', 'nauthor'];

/** The ends of an event: a line end after a line end, in each of their forms. */
const ENDS = ['\n\n', '\n\r\n', '\r\r'];

/** Bytes that are held of an open event, so that words and ends in two pieces are found. */
const KEPT_BYTES = 8;

/**
 * Hides the pieces of a key in a stream, also if an event comes in several pieces. Once the stream has stated an error,
 * or while an open event may be one, as many bytes as the key has, less one, wait for the bytes after them; all others
 * continue at once.
 */
export class StreamKeyHider {
  readonly #key: string;
  /** The waiting bytes, as they came. */
  #held: Buffer = NOTHING;
  /** The end of the event under way. */
  #underWay: Buffer = NOTHING;
  #isSuspect = false;

  private constructor(key: string) {
    this.#key = key;
  }

  /** @param key undefined where there is none to hide; in a compressed stream none can be found */
  static of(key: string | undefined, headers: IncomingHttpHeaders): StreamKeyHider | undefined {
    return key === undefined || headers['content-encoding'] !== undefined ? undefined : new StreamKeyHider(key);
  }

  /**
   * The bytes of a piece, and of those that waited before it, that continue now.
   * @param hasError true if the stream has stated an error
   */
  pass(chunk: Buffer, hasError: boolean): Buffer {
    if (!hasError && this.#underWay.length === 0 && endsEvent(chunk)) return chunk;
    const wasSuspect = this.#isSuspect;
    this.#look(chunk);
    const waits = hasError || this.#isSuspect;
    if (!waits && !wasSuspect) return chunk;
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const spans = keySpans(bytes, this.#key);
    const end = waits ? cutOf(bytes.length - this.#key.length + 1, spans) : bytes.length;
    this.#held = Buffer.from(bytes.subarray(end));
    return withStars(bytes, spans).subarray(0, end);
  }

  /** The bytes that still wait at the end of the stream, if any do. */
  end(): Buffer[] {
    return this.#held.length === 0 ? [] : [withStars(this.#held, keySpans(this.#held, this.#key))];
  }

  #look(chunk: Buffer): void {
    const bytes = this.#underWay.length === 0 ? chunk : Buffer.concat([this.#underWay, chunk]);
    let begin = 0;
    for (const end of ENDS) begin += endOfLast(bytes.subarray(begin), end);
    if (begin > 0) this.#isSuspect = false;
    this.#isSuspect ||= WORDS.some((word) => bytes.includes(word, begin));
    this.#underWay = Buffer.from(bytes.subarray(Math.max(begin, bytes.length - KEPT_BYTES)));
  }
}

/** True if a piece ends with the end of an event. */
function endsEvent(chunk: Buffer): boolean {
  const at = chunk.length - 1;
  if (chunk[at] === RETURN) return chunk[at - 1] === RETURN;
  if (chunk[at] !== LINE_FEED) return false;
  return chunk[at - 1] === LINE_FEED || (chunk[at - 1] === RETURN && chunk[at - 2] === LINE_FEED);
}

/** 0 where there is none. */
function endOfLast(bytes: Buffer, end: string): number {
  const at = bytes.lastIndexOf(end);
  return at === -1 ? 0 : at + end.length;
}

/** The offset at which a text is cut, outside of the key's pieces. */
function cutOf(at: number, spans: readonly KeySpan[]): number {
  let cut = Math.max(0, at);
  for (const [start, end] of spans) if (start < cut && cut < end) cut = end;
  return cut;
}
