import type { IncomingHttpHeaders } from 'node:http';
import type { BodyReservation } from '../body/body-budget.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { AnswerMemory } from '../usage/answer-reader.ts';
import { MAX_PIECES } from '../usage/body-reader.ts';
import { replacementError, errorForCaller } from '../answers/error-for-caller.ts';
import { StreamKeyHider } from '../answers/stream-key-hider.ts';

/**
 * The maximum bytes of an answer that is held until its end. An answer that is larger, or has no memory left, is passed
 * on as it arrives.
 */
const MAX_HELD_BYTES = 1_048_576;

/**
 * The maximum bytes of a stream that wait until its admission is stored or its first event arrives. After that, either
 * the provider waits as well or the stream continues.
 */
const MAX_BEFORE_STREAM_BYTES = 65_536;

/**
 * The white space of JSON: tab, line feed, carriage return and space. A compressed answer begins with other control
 * characters.
 */
const BLANKS: readonly unknown[] = [0x09, 0x0a, 0x0d, 0x20];
/** The first character of a comment in a stream. */
const COLON = 0x3a;

/** The head of an answer. */
interface BegunAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly isStream: boolean;
}

interface ShownHead {
  readonly headers: IncomingHttpHeaders;
}

/**
 * The part of an answer that has not been sent: all of it while the answer waits, otherwise its last piece. The reader
 * and the recorder of the answer hold the same pieces, so this memory is also theirs.
 */
export class UnsentAnswer implements AnswerMemory {
  readonly pieces: Buffer[] = [];
  readonly #room: Pick<BodyReservation, 'take'>;
  #waitsFor: 'nothing' | 'first_event' | 'end' = 'nothing';
  /** True if the answer is an error that may repeat the operator's key: it is sent complete or not at all. */
  #mayHoldKey = false;
  #isCut = false;
  #bodyBytes = 0;
  #streamBytes = 0;
  /** The hider for a stream that may state an error with the operator's key in it. */
  #keyHider: StreamKeyHider | undefined;

  /** @param room the reservation from which the pieces of a body take memory */
  constructor(room: Pick<BodyReservation, 'take'>) {
    this.#room = room;
  }

  /**
   * Begins an answer.
   * @param isStream true if the answer is passed on as it arrives
   * @param key the operator's key with which the provider was called; undefined if the call used another key or none
   * @param isAwaited true if a stream waits for its first event, so that another attempt can replace an error there
   */
  begin({ status, headers, isStream }: BegunAnswer, key: string | undefined, isAwaited: boolean): void {
    // An error is examined before it is sent, even if it arrives as a stream.
    if (status >= 400 || !isStream) {
      this.#waitsFor = 'end';
      this.#mayHoldKey = status >= 400 && key !== undefined;
    } else {
      if (isAwaited) this.#waitsFor = 'first_event';
      this.#keyHider = StreamKeyHider.of(key, headers);
    }
  }

  /** True if the complete answer waits for its end. */
  isHeld(): boolean {
    return this.#waitsFor === 'end';
  }

  /** True if a stream waits for its first event. */
  get isAwaited(): boolean {
    return this.#waitsFor === 'first_event';
  }

  /** True if any part of the answer waits. */
  get waits(): boolean {
    return this.#waitsFor !== 'nothing';
  }

  get mayHoldKey(): boolean {
    return this.#mayHoldKey;
  }

  /** Passes the answer on as it arrives, from now on. */
  release(): void {
    this.#waitsFor = 'nothing';
  }

  take(bytes: number): boolean {
    return this.#room.take(bytes);
  }

  /**
   * True if a piece of a body waits with those before it. The blanks that some providers send while they work do not
   * wait.
   */
  hasRoomFor(chunk: Buffer): boolean {
    const isSignOfLife = this.pieces.length === 0 && BLANKS.includes(chunk[0]);
    return this.#isShortWith(chunk) && !isSignOfLife && this.#room.take(chunk.length);
  }

  /** Stores a piece of an error that may contain a key. An error that is too long is never shown. */
  keep(chunk: Buffer): void {
    if (!this.#isShortWith(chunk) || !this.#room.take(chunk.length)) this.#isCut = true;
    if (!this.#isCut) this.pieces.push(chunk);
  }

  #isShortWith(chunk: Buffer): boolean {
    this.#bodyBytes += chunk.length;
    return this.#bodyBytes <= MAX_HELD_BYTES && this.pieces.length < MAX_PIECES;
  }

  /**
   * Prepares an error for the caller: the headers that are sent with it, or the error that replaces it.
   * @param key the operator's key with which the provider was called; undefined if the call used another key or none
   */
  show(status: number, headers: IncomingHttpHeaders, key: string | undefined): ShownHead | GatewayError {
    if (this.#isCut) return replacementError(status);
    const shown = errorForCaller({ status, headers, body: Buffer.concat(this.pieces.splice(0)) }, key);
    if (!('type' in shown)) this.pieces.push(shown.body);
    return shown;
  }

  /** The part of a piece that may be sent now. */
  shown(chunk: Buffer, hasError: boolean): Buffer {
    return this.#keyHider === undefined ? chunk : this.#keyHider.pass(chunk, hasError);
  }

  /** Everything that has not been sent when the answer ends. */
  rest(): Buffer[] {
    if (this.#keyHider !== undefined) this.pieces.push(...this.#keyHider.end());
    return this.pieces;
  }

  /**
   * True if a piece of a stream may wait for the first event. A comment does not wait: it shows that the provider
   * works.
   */
  waitsForEvent(chunk: Buffer): boolean {
    return this.hasRoomBeforeStream(chunk) && !(this.pieces.length === 0 && chunk[0] === COLON);
  }

  /** True if more of a stream may arrive before any of it is sent. */
  hasRoomBeforeStream(chunk: Buffer): boolean {
    this.#streamBytes += chunk.length;
    return this.#streamBytes < MAX_BEFORE_STREAM_BYTES;
  }
}
