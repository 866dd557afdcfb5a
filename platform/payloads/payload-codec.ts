import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { PayloadKey } from '../configuration.ts';
import type { PayloadEncryption } from './payload-encryption.ts';
import { UnreadablePayload } from './unreadable-payload.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

const CIPHER = 'aes-256-gcm';
/** What GCM is made for: 12 bytes go into the counter as they are, any other length is hashed first. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Names that Temporal's own samples use, so that other tools know what they see. */
const ENCODING = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';

/**
 * Encrypts whole payloads, what they say of their own encoding included, with the first key, and decrypts those of every
 * key. `data` is nonce, ciphertext, tag; the id of the key stands beside it, readable, and is authenticated. Payloads
 * that are not encrypted pass through, so that histories from before encryption go on.
 * @throws UnreadablePayload when decoding
 */
export function createPayloadCodec({ payloadKeys, encryptsPayloads }: PayloadEncryption): PayloadCodec {
  const keys = new Map(payloadKeys.map((key) => [key.id, key]));
  const first = encryptsPayloads ? payloadKeys[0] : undefined;
  return {
    encode: (payloads) =>
      Promise.resolve(first === undefined ? payloads : payloads.map((payload) => encrypt(payload, first))),
    decode: (payloads) =>
      new Promise((resolve) =>
        resolve(payloads.map((payload) => (isEncrypted(payload) ? decrypt(payload, keys) : payload))),
      ),
  };
}

/** Whether a payload is one of this codec's. */
export function isEncrypted(payload: Payload): boolean {
  return textOf(payload, 'encoding') === ENCODING;
}

function encrypt(payload: Payload, { id, key }: PayloadKey): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
  const sealed = [cipher.update(PayloadMessage.encode(payload).finish()), cipher.final()];
  return {
    metadata: { encoding: Buffer.from(ENCODING), [KEY_ID]: Buffer.from(id) },
    data: Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]),
  };
}

function decrypt(payload: Payload, keys: ReadonlyMap<string, PayloadKey>): Payload {
  const id = textOf(payload, KEY_ID) ?? '';
  const found = keys.get(id);
  if (found === undefined)
    throw new UnreadablePayload(
      `A payload was encrypted with the key \`${id}\`, which TRUETALLY_PAYLOAD_KEYS does not hold: add it.`,
    );
  const data = Buffer.from(payload.data ?? []);
  const tagAt = data.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, found.key, data.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(id))
      .setAuthTag(data.subarray(tagAt));
    const opened = Buffer.concat([decipher.update(data.subarray(NONCE_BYTES, tagAt)), decipher.final()]);
    return PayloadMessage.decode(opened);
  } catch (cause) {
    throw new UnreadablePayload(
      `A payload cannot be decrypted with the key \`${id}\`: it was damaged, or encrypted with another key of that id.`,
      { cause },
    );
  }
}

function textOf({ metadata }: Payload, name: string): string | undefined {
  const value = metadata?.[name];
  return value === undefined ? undefined : Buffer.from(value).toString();
}
