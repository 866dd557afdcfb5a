import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';
import { readSharedClockMicros, type PlayedCall } from './played-calls.ts';

/** The result of a call. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** True if the caller disconnected before the end of the answer. */
  readonly isLeft: boolean;
  /** The send time in microseconds of the clock that the provider shares. */
  readonly sentAt: number;
  readonly endedAt: number;
}

/** The options of a call. */
export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives each piece of the answer and its time; disconnects if it returns `leave`. */
  readonly onPiece?: (piece: Buffer, at: number) => 'leave' | undefined;
  /** Milliseconds after which the caller disconnects. */
  readonly leavesAfterMs?: number;
}

/** Sends calls to one origin over a number of connections. */
export class Caller {
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(origin: string, connections: number, headers: Readonly<Record<string, string>>) {
    this.#pool = new Pool(origin, { connections });
    this.#headers = { 'content-type': 'application/json', ...headers };
  }

  /** Sends a call. Rejects if the connection breaks. */
  send({ path, body }: PlayedCall, { headers, onPiece, leavesAfterMs }: CallOptions = {}): Promise<Answer> {
    const sentAt = readSharedClockMicros();
    const pieces: Buffer[] = [];
    let status = 0;
    let answered: IncomingHttpHeaders = {};
    return new Promise((resolve, reject) => {
      const end = (isLeft: boolean): void =>
        resolve({
          ...{ status, isLeft, sentAt },
          headers: answered,
          body: pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces),
          endedAt: readSharedClockMicros(),
        });
      this.#pool.dispatch(
        { method: 'POST', path, headers: { ...this.#headers, ...headers }, body },
        {
          onRequestStart(controller) {
            if (leavesAfterMs !== undefined) setTimeout(() => controller.abort(new Left()), leavesAfterMs);
          },
          onResponseStart(_, code, found) {
            status = code;
            answered = found;
          },
          onResponseData(controller, piece) {
            pieces.push(piece);
            if (onPiece?.(piece, readSharedClockMicros()) === 'leave') controller.abort(new Left());
          },
          onResponseEnd: () => end(false),
          onResponseError: (_, error) => (error instanceof Left ? end(true) : reject(error)),
        },
      );
    });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

class Left extends Error {}
