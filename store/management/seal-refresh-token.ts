import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { DefectError } from '../../domain/kernel/errors.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a refresh token under the token of its session. Postgres has only a hash of that token, so a copy of the
 * database does not contain the key.
 */
export function sealRefreshToken(sessionToken: string, refreshToken: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(sessionToken), iv);
  const sealed = Buffer.concat([cipher.update(refreshToken, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/**
 * The refresh token of a session.
 * @throws DefectError if the bytes were not sealed under this token
 */
export function openRefreshToken(sessionToken: string, sealed: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, keyOf(sessionToken), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const opened = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch (cause) {
    throw new DefectError('The refresh token of a session was sealed under another token.', { cause });
  }
}

function keyOf(sessionToken: string): Buffer {
  return createHmac('sha256', sessionToken).update('refresh token').digest();
}
