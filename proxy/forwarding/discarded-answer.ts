import { Writable } from 'node:stream';
import type { CallerResponse } from '../call/caller-response.ts';

/** The destination of an answer that no caller waits for: the answer is read, counted and discarded. */
export class DiscardedAnswer extends Writable implements CallerResponse {
  headersSent = false;
  sendDate = false;

  setHeader(): void {}

  writeHead(): void {
    this.headersSent = true;
  }

  flushHeaders(): void {}

  addTrailers(): void {}

  override _write(_chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done();
  }
}
