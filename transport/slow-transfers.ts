import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_SPEED, CHECK_MS, UPLOAD_SPEED, type LeastSpeed } from './connection-times.ts';

/** A request in progress, and the progress of its transfer so far. */
interface Transfer {
  request: IncomingMessage;
  response: ServerResponse;
  /** The transfer in progress; undefined while nothing has to move. */
  phase: 'upload' | 'answer' | undefined;
  sinceMs: number;
  fromBytes: number;
}

/** The error that the server reports for a request that is too slow, as Node does for its own request timeout. */
const TIMEOUT = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };

/** True if a transfer moved fewer bytes than its minimum speed requires. */
export function isTooSlow({ graceMs, bytesPerSecond }: LeastSpeed, ms: number, bytes: number): boolean {
  return ms > graceMs + (bytes / bytesPerSecond) * 1_000;
}

/**
 * Ends requests of a server that arrive too slowly, and answers that their readers take too slowly. A connection costs
 * one entry in a map; all of them are looked at together, four times a second. A request without an answer gets what
 * the server says to `ERR_HTTP_REQUEST_TIMEOUT` (408); any other connection is closed.
 */
export class SlowTransfers {
  readonly #server: Server;
  readonly #monotonicMs: () => number;
  readonly #transfers = new Map<Socket, Transfer>();

  /** @param elapsed milliseconds that only go on */
  constructor(server: Server, monotonicMs: () => number) {
    this.#server = server;
    this.#monotonicMs = monotonicMs;
    server.on('request', (request, response) => this.#begin(request, response));
  }

  /** The watched requests: those in progress, and those that have ended since the last look. */
  get size(): number {
    return this.#transfers.size;
  }

  /** Looks again and again until the server closes. */
  start(): void {
    const looking = setInterval(() => this.look(), CHECK_MS).unref();
    this.#server.once('close', () => clearInterval(looking));
  }

  /** A connection sends many requests between two looks: its entry stays. */
  #begin(request: IncomingMessage, response: ServerResponse): void {
    const known = this.#transfers.get(request.socket);
    if (known === undefined) {
      this.#transfers.set(request.socket, { request, response, phase: undefined, sinceMs: 0, fromBytes: 0 });
      return;
    }
    known.request = request;
    known.response = response;
    known.phase = undefined;
  }

  look(): void {
    const now = this.#monotonicMs();
    for (const [socket, transfer] of this.#transfers) {
      const phase = phaseOf(transfer, socket);
      if (phase === 'over') this.#transfers.delete(socket);
      else if (this.#isTooSlow(transfer, phase, socket, now)) {
        this.#transfers.delete(socket);
        this.#end(transfer, socket);
      }
    }
  }

  #isTooSlow(transfer: Transfer, phase: Transfer['phase'], socket: Socket, now: number): boolean {
    const bytes = phase === 'upload' ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
    if (transfer.phase !== phase) Object.assign(transfer, { phase, sinceMs: now, fromBytes: bytes });
    if (phase === undefined) return false;
    const speed = phase === 'upload' ? UPLOAD_SPEED : ANSWER_SPEED;
    return isTooSlow(speed, now - transfer.sinceMs, bytes - transfer.fromBytes);
  }

  #end({ response }: Transfer, socket: Socket): void {
    if (response.headersSent) socket.destroy();
    else this.#server.emit('clientError', Object.assign(new Error('The request is too slow.'), TIMEOUT), socket);
  }
}

function phaseOf({ request, response }: Transfer, socket: Socket): Transfer['phase'] | 'over' {
  if (socket.destroyed) return 'over';
  if (!request.complete) return 'upload';
  if (response.writableFinished) return 'over';
  return socket.writableLength > 0 ? 'answer' : undefined;
}
