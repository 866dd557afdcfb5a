import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { canonicalJson } from '../../../contracts/wire/canonical-json.ts';
import type { ReadContext } from '../../../contracts/insight/terms/read-context.ts';

/** The secret from which the keys of all seals derive. */
export type SealKey = string | Uint8Array;

/** The part of a pin that its reader cannot see: arrival sequences of the installation. */
export interface SealedPin {
  readonly fence: bigint;
  readonly disclosedThrough: bigint;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const HIDDEN_BYTES = 16;
const TAG_BYTES = 16;

/**
 * The seal of a context: the hidden part is encrypted, and the complete context is authenticated with it. The nonce
 * derives from the sealed content, so that equal pins have equal seals. A random nonce would make equal answers
 * different documents.
 */
export function sealContext(key: SealKey, unsealed: Omit<ReadContext, 'seal'>, hidden: SealedPin): string {
  const shown = canonicalJson(unsealed);
  const plain = Buffer.alloc(HIDDEN_BYTES);
  plain.writeBigUInt64BE(hidden.fence, 0);
  plain.writeBigUInt64BE(hidden.disclosedThrough, 8);
  const iv = derive(key, 'read-context nonce', plain, shown).subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, encryptionKey(key), iv).setAAD(Buffer.from(shown));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** The hidden part of a context's seal; undefined unless exactly this context was sealed with this key. */
export function openSeal(key: SealKey, { seal, ...unsealed }: ReadContext): SealedPin | undefined {
  const bytes = Buffer.from(seal, 'base64url');
  // The texts are compared, because base64url decodes several texts to the same bytes.
  if (bytes.length !== IV_BYTES + HIDDEN_BYTES + TAG_BYTES || bytes.toString('base64url') !== seal) return undefined;
  const decipher = createDecipheriv(CIPHER, encryptionKey(key), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(canonicalJson(unsealed)))
    .setAuthTag(bytes.subarray(IV_BYTES + HIDDEN_BYTES));
  const plain = decipher.update(bytes.subarray(IV_BYTES, IV_BYTES + HIDDEN_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return { fence: plain.readBigUInt64BE(0), disclosedThrough: plain.readBigUInt64BE(8) };
}

function encryptionKey(key: SealKey): Buffer {
  return derive(key, 'read-context encryption');
}

/** Derives a key from the secret, a separate one for each use. */
function derive(key: SealKey, use: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const hmac = createHmac('sha256', key).update(`${use}\n`);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}
