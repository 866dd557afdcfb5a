import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_SPEED, TIME_LIMIT_CHECK_MS, UPLOAD_SPEED, type MinimumSpeed } from './connection-times.ts';

/** The last request of a connection, and the progress of its transfer. */
interface Transfer {
  /**
   * Undefined after the transfer. An entry lives long enough to enter V8's old generation. A dropped entry that still
   * referred to its request would keep it alive through each collection of the young generation.
   */
  response: ServerResponse | undefined;
  /** The transfer in progress; undefined while no data needs to move. */
  phase: 'upload' | 'answer' | undefined;
  sinceMs: number;
  fromBytes: number;
}

/**
 * The error that the server reports for a request that is too slow; Node reports the same for its own request timeout.
 */
const TIMEOUT = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };

/** True if a transfer moved fewer bytes than its minimum speed requires. */
export function isTooSlow({ graceMs, bytesPerSecond }: MinimumSpeed, ms: number, bytes: number): boolean {
  return ms > graceMs + (bytes / bytesPerSecond) * 1_000;
}

/**
 * Ends requests that arrive too slowly, and answers that their clients read too slowly. Each connection costs one entry
 * in a map; all are checked together, four times a second. A request without an answer gets the server's response to
 * `ERR_HTTP_REQUEST_TIMEOUT` (408); any other connection is closed.
 */
export class SlowTransfers {
  readonly #server: Server;
  readonly #monotonicMs: () => number;
  readonly #transfers = new Map<Socket, Transfer>();

  /** @param monotonicMs a monotonic time in milliseconds */
  constructor(server: Server, monotonicMs: () => number) {
    this.#server = server;
    this.#monotonicMs = monotonicMs;
    server.on('request', ({ socket }, response) => this.#begin(socket, response));
  }

  /** The number of watched requests: those in progress, and those that ended since the last check. */
  get size(): number {
    return this.#transfers.size;
  }

  /** Starts the checks, which stop when the server closes. */
  start(): void {
    const looking = setInterval(() => this.look(), TIME_LIMIT_CHECK_MS).unref();
    this.#server.once('close', () => clearInterval(looking));
  }

  /** Begins to watch a request. A connection may send many requests between two checks, so its entry is reused. */
  #begin(socket: Socket, response: ServerResponse): void {
    const known = this.#transfers.get(socket);
    if (known === undefined) {
      this.#transfers.set(socket, { response, phase: undefined, sinceMs: 0, fromBytes: 0 });
      return;
    }
    known.response = response;
    known.phase = undefined;
  }

  look(): void {
    const now = this.#monotonicMs();
    for (const [socket, transfer] of this.#transfers) {
      const { response } = transfer;
      const phase = phaseOf(response, socket);
      if (phase !== 'over' && !this.#isTooSlow(transfer, phase, socket, now)) continue;
      this.#transfers.delete(socket);
      transfer.response = undefined;
      if (phase !== 'over') this.#end(response, socket);
    }
  }

  #isTooSlow(transfer: Transfer, phase: Transfer['phase'], socket: Socket, now: number): boolean {
    const bytes = phase === 'upload' ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
    if (transfer.phase !== phase) Object.assign(transfer, { phase, sinceMs: now, fromBytes: bytes });
    if (phase === undefined) return false;
    const speed = phase === 'upload' ? UPLOAD_SPEED : ANSWER_SPEED;
    return isTooSlow(speed, now - transfer.sinceMs, bytes - transfer.fromBytes);
  }

  #end(response: ServerResponse | undefined, socket: Socket): void {
    if (response?.headersSent === true) socket.destroy();
    else this.#server.emit('clientError', Object.assign(new Error('The request is too slow.'), TIMEOUT), socket);
  }
}

function phaseOf(response: ServerResponse | undefined, socket: Socket): Transfer['phase'] | 'over' {
  if (response === undefined || socket.destroyed) return 'over';
  if (!response.req.complete) return 'upload';
  if (response.writableFinished) return 'over';
  return socket.writableLength > 0 ? 'answer' : undefined;
}
