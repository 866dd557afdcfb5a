import type { Payload } from '@temporalio/common';
import { Type, type Static } from 'typebox';

const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]*={0,2}$' });

/**
 * Payloads as the Temporal UI and command line send them to a codec, and take them back: in the JSON of Protocol
 * Buffers, bytes in base64. Members that they may come to know of are let through.
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
export function fromRemote({ metadata, data }: RemotePayload): Payload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    ...(data !== undefined && { data: Buffer.from(data, 'base64') }),
  };
}

/** A payload to send. */
export function toRemote({ metadata, data }: Payload): RemotePayload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, value]) => [name, Buffer.from(value).toString('base64')]),
    ),
    ...(data && { data: Buffer.from(data).toString('base64') }),
  };
}
