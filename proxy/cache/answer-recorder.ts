import type { IncomingHttpHeaders } from 'node:http';
import type { CallEnding } from '../call/call-ending.ts';
import { isEventStream, parseMediaType } from '../headers/media-type.ts';
import type { AnswerMemory } from '../usage/answer-reader.ts';
import { contentDecoder } from '../usage/content-decoder.ts';

/** A complete answer, as far as a cache needs it. */
export interface CompleteAnswer {
  readonly contentType: string;
  readonly body: Buffer;
  readonly ending: CallEnding;
}

/**
 * Records an answer while it is sent, and stores it when it is complete. The answer is dropped if it is too large, no
 * memory is left for it, or it is not complete.
 */
export class AnswerRecorder {
  readonly #parts: RecorderParts;
  #chunks: Buffer[] | undefined;
  #bytes = 0;
  #contentType = '';
  #memory: AnswerMemory | undefined;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** Begins to record an answer. A compressed answer is not stored: the next caller may not be able to read it. */
  begin(status: number, headers: IncomingHttpHeaders, memory: AnswerMemory): void {
    const { 'content-type': type, 'content-encoding': encoding } = headers;
    const isExpected = this.#parts.streaming ? isEventStream(type) : parseMediaType(type) === 'application/json';
    this.#memory = memory;
    if (status !== 200 || typeof type !== 'string' || !isExpected || contentDecoder(encoding) !== 'none') {
      this.letGo();
      return;
    }
    this.#contentType = type;
    this.#chunks = [];
  }

  see(chunk: Buffer): void {
    if (this.#chunks === undefined) return;
    this.#bytes += chunk.length;
    const hasRoom = this.#memory?.isHeld() === true || this.#memory?.take(chunk.length) === true;
    if (this.#bytes > this.#parts.maxBytes || !hasRoom) this.letGo();
    else this.#chunks.push(chunk);
  }

  /** @param ending the ending as in the row, which states whether there is a complete answer */
  end(ending: CallEnding): void {
    const { keep, letGo } = this.#parts;
    const chunks = this.#chunks;
    this.#chunks = undefined;
    if (chunks === undefined || ending.isAnswer !== true) {
      letGo();
      return;
    }
    // The caller's last bytes are sent first.
    setImmediate(() => keep({ contentType: this.#contentType, body: Buffer.concat(chunks), ending }));
  }

  /** Drops the recording. */
  letGo(): void {
    this.#chunks = undefined;
    this.#parts.letGo();
  }
}

interface RecorderParts {
  readonly streaming: boolean;
  readonly maxBytes: number;
  readonly keep: (answer: CompleteAnswer) => void;
  /** Drops the recording. It may be called more than once. */
  readonly letGo: () => void;
}
