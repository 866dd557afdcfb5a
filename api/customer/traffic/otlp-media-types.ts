import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Media, SentFile } from '../../frame/operations/operation-handler.ts';
import { OTLP_MEDIA, readOtlpMedia } from '../lane/otlp-lane.ts';

/** The media types of an OTLP request, equal for all signals. Senders use two names for protobuf. */
export function otlpMediaTypes(schema: TSchema): Media {
  return { [OTLP_MEDIA.protobuf]: {}, 'application/protobuf': {}, [OTLP_MEDIA.json]: { schema } };
}

/** The form that a body is read in. */
export function otlpEncoding(request: FastifyRequest): 'protobuf' | 'document' {
  return readOtlpMedia(request) === OTLP_MEDIA.protobuf ? 'protobuf' : 'document';
}

/** An answer in the encoding of its request. */
export function otlpAnswer<Answer>(
  request: FastifyRequest,
  answer: Answer,
  encode: (answer: Answer) => Uint8Array,
): SentFile {
  const media = readOtlpMedia(request);
  const body = media === OTLP_MEDIA.json ? JSON.stringify(answer) : encode(answer);
  return { headers: { 'content-type': media }, body: Readable.from([Buffer.from(body)]) };
}
