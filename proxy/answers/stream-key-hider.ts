import type { IncomingHttpHeaders } from 'node:http';
import { keySpans, maskSpans, type KeySpan } from './hide-key.ts';

const NOTHING = Buffer.alloc(0);
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** The words of an event that may repeat a key, without their first letters, which may be capitals. */
const WORDS = ['rror', 'ailed', 'key', 'nauthor'];

/** The ends of an event: two line ends in a row, in each of their forms. */
const ENDS = ['\n\n', '\n\r\n', '\r\r'];

/** The bytes of an open event that are stored, so that words and ends are found across two pieces. */
const KEPT_BYTES = 8;

/**
 * Hides the pieces of a key in a stream, even if an event arrives in several pieces. When the stream has stated an
 * error, or while an open event may be an error, the last bytes wait for the next ones: one byte fewer than the key
 * has. All other bytes continue immediately.
 */
export class StreamKeyHider {
  readonly #key: string;
  /** The waiting bytes, as they were received. */
  #held: Buffer = NOTHING;
  /** The last bytes of the open event. */
  #underWay: Buffer = NOTHING;
  #isSuspect = false;

  private constructor(key: string) {
    this.#key = key;
  }

  /** @param key undefined if there is no key to hide; in a compressed stream none can be found */
  static of(key: string | undefined, headers: IncomingHttpHeaders): StreamKeyHider | undefined {
    return key === undefined || headers['content-encoding'] !== undefined ? undefined : new StreamKeyHider(key);
  }

  /**
   * The bytes that continue now, of a piece and of the bytes that waited before it.
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
    return maskSpans(bytes, spans).subarray(0, end);
  }

  /** The bytes that still wait at the end of the stream, if any. */
  end(): Buffer[] {
    return this.#held.length === 0 ? [] : [maskSpans(this.#held, keySpans(this.#held, this.#key))];
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

/** The offset after the last occurrence of `end`; 0 if it does not occur. */
function endOfLast(bytes: Buffer, end: string): number {
  const at = bytes.lastIndexOf(end);
  return at === -1 ? 0 : at + end.length;
}

/** The offset at which a text is cut, outside all pieces of the key. */
function cutOf(at: number, spans: readonly KeySpan[]): number {
  let cut = Math.max(0, at);
  for (const [start, end] of spans) if (start < cut && cut < end) cut = end;
  return cut;
}
