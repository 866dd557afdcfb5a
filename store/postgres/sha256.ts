import { createHash } from 'node:crypto';

/** The SHA-256 hash of a text, in 32 bytes, as tables store it in place of a secret. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
