import { strict as assert } from 'node:assert';
import type { Answer } from './caller.ts';
import { REQUESTED_AT_HEADER, parseSendTimes, writeStream, type Wire } from './played-calls.ts';

/** Requires that an answer equals the stream that the provider sent, in the number of frames and in every byte. */
export function requireWholeStream({ status, body }: Answer, wire: Wire, frames: number): void {
  const text = body.toString();
  const sentAt = parseSendTimes(text);
  assert.deepEqual([status, sentAt.length], [200, frames], text.slice(0, 500));
  assert.equal(text, writeStream(wire, sentAt));
}

/** The microseconds that each frame of a piece took. */
export function frameLatencies(piece: Buffer, at: number): number[] {
  return parseSendTimes(piece.toString()).map((sentAt) => at - sentAt);
}

/** The microseconds from the caller's request until the provider received it. */
export function requestLatency({ headers, sentAt }: Pick<Answer, 'headers' | 'sentAt'>): number {
  return Number(headers[REQUESTED_AT_HEADER]) - sentAt;
}
