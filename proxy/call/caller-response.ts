import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

/** The destination of an answer: the part of Node's response that a call needs. */
export interface CallerResponse extends Writable {
  readonly headersSent: boolean;
  /** Absent if the answer is discarded. */
  readonly socket?: Socket | null;
  /** True if its body is sent in chunks, because its head has no length. */
  readonly chunkedEncoding?: boolean;
  sendDate: boolean;
  setHeader(name: string, value: string | number): unknown;
  writeHead(status: number, headers: string[] | Record<string, string | number>): unknown;
  flushHeaders(): void;
  addTrailers(trailers: Record<string, string>): void;
}
