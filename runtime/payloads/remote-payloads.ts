import type { Payload } from '@temporalio/common';
import { Type, type Static } from 'typebox';

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' });

/**
 * The payloads that the Temporal UI and command line exchange with a codec: the JSON form of Protocol Buffers, with
 * bytes in base64. Unknown members are allowed for later versions.
 */
export const RemotePayloads = Type.Object({
  payloads: Type.Array(
    Type.Object({
      metadata: Type.Optional(Type.Record(Type.String(), Base64)),
      data: Type.Optional(Base64),
    }),
  ),
});
export type RemotePayloads = Static<typeof RemotePayloads>;
type RemotePayload = RemotePayloads['payloads'][number];

/** The payload that was sent. */
export function fromRemotePayload({ metadata, data }: RemotePayload): Payload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    ...(data !== undefined && { data: Buffer.from(data, 'base64') }),
  };
}

/** A payload to send. */
export function toRemotePayload({ metadata, data }: Payload): RemotePayload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
    ),
    ...(data && { data: Buffer.from(data).toString('base64') }),
  };
}
