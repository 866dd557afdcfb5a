import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** Where an answer goes: as much of Node's response as a call needs. */
export interface CallerResponse extends Writable {
  readonly headersSent: boolean;
  /** Absent where the answer goes nowhere. */
  readonly socket?: Socket | null;
  /** Whether its body goes out in chunks, because its head does not say how long it is. */
  readonly chunkedEncoding?: boolean;
  sendDate: boolean;
  setHeader(name: string, value: string | number): unknown;
  writeHead(status: number, headers: string[] | Record<string, string | number>): unknown;
  flushHeaders(): void;
  addTrailers(trailers: Record<string, string>): void;
}
