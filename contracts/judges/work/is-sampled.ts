import { createHash } from 'node:crypto';
import { UNIT_SEPARATOR } from '../subject-id-of.ts';

/** 48 bits are more than any rate tells apart, and a double holds them. */
const BYTES = 6;

/**
 * True if a request is in the share that an evaluator scores. The share is evenly spread, and the answer is the same at
 * all times and in all processes.
 */
export function isSampled(evaluatorId: string, requestId: string, rate: number): boolean {
  const digest = createHash('sha256').update(`${evaluatorId}${UNIT_SEPARATOR}${requestId}`).digest();
  return digest.readUIntBE(0, BYTES) < rate * 2 ** (8 * BYTES);
}
