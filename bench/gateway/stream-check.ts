import { strict as assert } from 'node:assert';
import type { Answer } from './caller.ts';
import { ASKED_AT, sentAtIn, streamOf, type Wire } from './played-calls.ts';

/** Compares an answer with the stream that the provider sent: its number of frames, and every byte of them. */
export function requireWholeStream({ status, body }: Answer, wire: Wire, frames: number): void {
  const text = body.toString();
  const sentAt = sentAtIn(text);
  assert.deepEqual([status, sentAt.length], [200, frames], text.slice(0, 500));
  assert.equal(text, streamOf(wire, sentAt));
}

/** Microseconds that each frame of a piece was on its way. */
export function framesOnTheirWay(piece: Buffer, at: number): number[] {
  return sentAtIn(piece.toString()).map((sentAt) => at - sentAt);
}

/** Microseconds from when a stream was sent until its provider was asked. */
export function askedAfter({ headers, sentAt }: Pick<Answer, 'headers' | 'sentAt'>): number {
  return Number(headers[ASKED_AT]) - sentAt;
}
