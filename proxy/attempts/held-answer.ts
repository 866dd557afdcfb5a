import type { IncomingHttpHeaders } from 'node:http';
import type { BodyReservation } from '../body/body-budget.ts';
import type { GatewayError } from '../call/gateway-error.ts';
import type { AnswerMemory } from '../usage/answer-reader.ts';
import { MAX_PIECES } from '../usage/body-reader.ts';
import { errorLeftOut, shownError } from '../answers/shown-error.ts';
import { StreamKeyHider } from '../answers/stream-key-hider.ts';

/** The most of an answer that waits for its end; what is larger, or has no room, goes on as it comes. */
const MAX_HELD_BYTES = 1_048_576;

/**
 * The most of a stream that waits for its admission to be kept, or for its first event; then the provider waits as
 * well, or it goes on.
 */
const MAX_BEFORE_STREAM_BYTES = 65_536;

/** The blanks of JSON: tab, line feed, return and space. A compressed answer begins with other control characters. */
const BLANKS: readonly unknown[] = [0x09, 0x0a, 0x0d, 0x20];
/** The first character of a stream's comment. */
const COLON = 0x3a;

/** An answer by its head. */
interface BegunAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly isStream: boolean;
}

interface ShownHead {
  readonly headers: IncomingHttpHeaders;
}

/**
 * The part of an answer that has not gone out yet: all of one that waits, the last piece of any other. The reader and
 * the recorder of an answer hold the same pieces, so that this is their memory, too.
 */
export class HeldAnswer implements AnswerMemory {
  readonly pieces: Buffer[] = [];
  readonly #room: Pick<BodyReservation, 'take'>;
  #waitsFor: 'nothing' | 'first_event' | 'end' = 'nothing';
  /** True if it is an error that may repeat the operator's key: it is sent as a whole, or not at all. */
  #mayHoldKey = false;
  #isCut = false;
  #bodyBytes = 0;
  #streamBytes = 0;
  /** The hider for a stream that may state an error with the operator's key in it. */
  #keyHider: StreamKeyHider | undefined;

  /** @param room what pieces of a body are taken of */
  constructor(room: Pick<BodyReservation, 'take'>) {
    this.#room = room;
  }

  /**
   * An answer begins.
   * @param isStream whether it goes on as it comes
   * @param key the operator's, that the provider was called with; undefined where it was called with another or none
   * @param isAwaited whether a stream waits for its first event, so that an error in its place can be another attempt
   */
  begin({ status, headers, isStream }: BegunAnswer, key: string | undefined, isAwaited: boolean): void {
    // An error is examined before it goes out, also where it comes as a stream.
    if (status >= 400 || !isStream) {
      this.#waitsFor = 'end';
      this.#mayHoldKey = status >= 400 && key !== undefined;
    } else {
      if (isAwaited) this.#waitsFor = 'first_event';
      this.#keyHider = StreamKeyHider.of(key, headers);
    }
  }

  /** True if all of it waits for its end. */
  isHeld(): boolean {
    return this.#waitsFor === 'end';
  }

  /** True if a stream waits for its first event. */
  get isAwaited(): boolean {
    return this.#waitsFor === 'first_event';
  }

  /** True if any part of it waits for more. */
  get waits(): boolean {
    return this.#waitsFor !== 'nothing';
  }

  get mayHoldKey(): boolean {
    return this.#mayHoldKey;
  }

  /** Passes it on as it comes from now on. */
  release(): void {
    this.#waitsFor = 'nothing';
  }

  take(bytes: number): boolean {
    return this.#room.take(bytes);
  }

  /**
   * True if a piece of a body waits with those before it. Some providers send blanks while they work: these continue at
   * once.
   */
  hasRoomFor(chunk: Buffer): boolean {
    const isSignOfLife = this.pieces.length === 0 && BLANKS.includes(chunk[0]);
    return this.#isShortWith(chunk) && !isSignOfLife && this.#room.take(chunk.length);
  }

  /** Keeps a piece of an error that may hold a key with those before it. What is longer is never shown. */
  keep(chunk: Buffer): void {
    if (!this.#isShortWith(chunk) || !this.#room.take(chunk.length)) this.#isCut = true;
    if (!this.#isCut) this.pieces.push(chunk);
  }

  #isShortWith(chunk: Buffer): boolean {
    this.#bodyBytes += chunk.length;
    return this.#bodyBytes <= MAX_HELD_BYTES && this.pieces.length < MAX_PIECES;
  }

  /**
   * Makes of an error what its caller may see. The headers that go out with it, or the error that stands in its place.
   * @param key the operator's, that the provider was called with; undefined where it was called with another or none
   */
  show(status: number, headers: IncomingHttpHeaders, key: string | undefined): ShownHead | GatewayError {
    if (this.#isCut) return errorLeftOut(status);
    const shown = shownError({ status, headers, body: Buffer.concat(this.pieces.splice(0)) }, key);
    if (!('type' in shown)) this.pieces.push(shown.body);
    return shown;
  }

  /** The part of a piece that may go on now. */
  shown(chunk: Buffer, hasError: boolean): Buffer {
    return this.#keyHider === undefined ? chunk : this.#keyHider.pass(chunk, hasError);
  }

  /** All that has not gone out when the answer ends. */
  rest(): Buffer[] {
    if (this.#keyHider !== undefined) this.pieces.push(...this.#keyHider.end());
    return this.pieces;
  }

  /** True if a piece of a stream may wait for the first event. A comment is a sign of life. */
  waitsForEvent(chunk: Buffer): boolean {
    return this.hasRoomBeforeStream(chunk) && !(this.pieces.length === 0 && chunk[0] === COLON);
  }

  /** True if more of a stream may arrive before any of it continues. */
  hasRoomBeforeStream(chunk: Buffer): boolean {
    this.#streamBytes += chunk.length;
    return this.#streamBytes < MAX_BEFORE_STREAM_BYTES;
  }
}
