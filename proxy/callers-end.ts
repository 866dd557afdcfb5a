import type { Writable } from 'node:stream';

/** Where an answer goes: as much of Node's response as a call needs. */
export interface CallersEnd extends Writable {
  readonly headersSent: boolean;
  sendDate: boolean;
  setHeader(name: string, value: string | number): unknown;
  writeHead(status: number, headers: string[] | Record<string, string | number>): unknown;
  flushHeaders(): void;
  addTrailers(trailers: Record<string, string>): void;
}
