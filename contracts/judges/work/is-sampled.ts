import { createHash } from 'node:crypto';
import { UNIT_SEPARATOR } from '../subject-id-of.ts';

/**
 * The bytes of the digest that are compared with the rate: 48 bits are more precise than any rate, and a double holds
 * them exactly.
 */
const BYTES = 6;

/**
 * True if a request belongs to the share that an evaluator scores. The share is evenly distributed, and the result is
 * the same at all times and in all processes.
 */
export function isSampled(evaluatorId: string, requestId: string, rate: number): boolean {
  const digest = createHash('sha256').update(`${evaluatorId}${UNIT_SEPARATOR}${requestId}`).digest();
  return digest.readUIntBE(0, BYTES) < rate * 2 ** (8 * BYTES);
}
