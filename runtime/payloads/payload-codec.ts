import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { PayloadKey } from '../configuration/configuration.ts';
import { findPayloadBinding } from './find-payload-binding.ts';
import type { PayloadEncryption } from './payload-encryption.ts';
import { UnreadablePayload } from './unreadable-payload.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

const CIPHER = 'aes-256-gcm';
/** The standard length of a GCM nonce: 12 bytes are used directly, and any other length is hashed first. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The names that Temporal's samples use, so that other tools recognize the payloads. */
const ENCODING = 'binary/encrypted';
const KEY_ID = 'encryption-key-id';
/**
 * The member with the binding of a payload. It is absent from payloads of older versions and of callers without a
 * binding.
 */
const BINDING = 'encryption-binding';

/**
 * Creates a codec that encrypts complete payloads, including the name of their encoding, with the first key. It
 * decrypts with every key. `data` is nonce, ciphertext and tag. The id of the key and the binding are stored next to
 * it, readable and authenticated, so that a payload can only be decrypted for its workflow. Callers without a binding,
 * such as the Temporal UI, can decrypt every payload. Plain payloads pass through while older ones may exist.
 * @throws UnreadablePayload when decoding
 */
export function createPayloadCodec(
  { payloadKeys, encryptsPayloads, plainPayloadsUntil }: PayloadEncryption,
  clock: Clock,
): PayloadCodec {
  const keys = new Map(payloadKeys.map((key) => [key.id, key]));
  const first = encryptsPayloads ? payloadKeys[0] : undefined;
  const takesPlain = (): boolean =>
    !encryptsPayloads || (plainPayloadsUntil !== undefined && clock.now() < plainPayloadsUntil);
  const decodeOne = (payload: Payload, binding: string | undefined): Payload => {
    if (isEncrypted(payload)) return decrypt(payload, keys, binding);
    if (takesPlain()) return payload;
    throw new UnreadablePayload(
      'A payload is not encrypted, although there are keys: where it is from before them, set TRUETALLY_PLAIN_PAYLOADS_UNTIL.',
    );
  };
  return {
    encode: (payloads, context) =>
      Promise.resolve(
        first === undefined
          ? payloads
          : payloads.map((payload) => encrypt(payload, first, findPayloadBinding(context))),
      ),
    decode: (payloads, context) =>
      new Promise((resolve) => resolve(payloads.map((payload) => decodeOne(payload, findPayloadBinding(context))))),
  };
}

/** True if this codec has encrypted the payload. */
export function isEncrypted(payload: Payload): boolean {
  return textOf(payload, 'encoding') === ENCODING;
}

function encrypt(payload: Payload, { id, key }: PayloadKey, binding: string | undefined): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(authenticated(id, binding));
  const sealed = [cipher.update(PayloadMessage.encode(payload).finish()), cipher.final()];
  return {
    metadata: {
      encoding: Buffer.from(ENCODING),
      [KEY_ID]: Buffer.from(id),
      ...(binding !== undefined && { [BINDING]: Buffer.from(binding) }),
    },
    data: Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]),
  };
}

function decrypt(payload: Payload, keys: ReadonlyMap<string, PayloadKey>, binding: string | undefined): Payload {
  const id = textOf(payload, KEY_ID) ?? '';
  const found = keys.get(id);
  if (found === undefined)
    throw new UnreadablePayload(
      `A payload was encrypted with the key \`${id}\`, which TRUETALLY_PAYLOAD_KEYS does not contain. Add it.`,
    );
  const stated = textOf(payload, BINDING);
  if (stated !== undefined && binding !== undefined && stated !== binding)
    throw new UnreadablePayload(`A payload belongs to ${stated} and was found in ${binding}: it was put there.`);
  const data = Buffer.from(payload.data ?? []);
  const tagAt = data.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, found.key, data.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(authenticated(id, stated))
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

/** The authenticated data. Ids hold no line end, so an id with a binding never equals another id without one. */
function authenticated(id: string, binding: string | undefined): Buffer {
  return Buffer.from(binding === undefined ? id : `${id}\n${binding}`);
}

function textOf({ metadata }: Payload, name: string): string | undefined {
  const value = metadata?.[name];
  return value === undefined ? undefined : Buffer.from(value).toString();
}
