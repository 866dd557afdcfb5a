import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ByteBudget } from '../transport/byte-budget.ts';
import { CONTENT_CODINGS, type ContentCoding, decodeBody } from '../transport/decode-body.ts';

export interface RawBodyOptions {
  /** The accepted media types. */
  readonly mediaTypes: readonly string[];
  /** The maximum number of bytes of a body, both as sent and as decoded. */
  readonly maxBytes: number;
  /** The budget of all such bodies together. */
  readonly budget: ByteBudget;
}

/** Passes bodies as decoded bytes to handlers that read them themselves. Register it in a separate scope. */
export const rawBodyPlugin = fastifyPlugin<RawBodyOptions>(
  (app, { mediaTypes, maxBytes: max, budget }, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      [...mediaTypes],
      { parseAs: 'buffer' as const, bodyLimit: max },
      async (request: FastifyRequest, bytes: Buffer) => {
        const coding = codingOf(request);
        if (coding === 'identity') return bytes;
        if (bytes.length === 0)
          throw new Refusal('validation_failed', 'The body is empty. Send the data in the body of the request.');
        return decodeBody(bytes, coding, max);
      },
    );
    app.addHook('preParsing', (request, reply, _payload, next) => {
      requireCoding(request, reply);
      // For a body that is compressed or does not state its length, the maximum is reserved.
      const isPlain = codingOf(request) === 'identity' && request.headers['content-length'] !== undefined;
      const taken = budget.take(isPlain ? Math.min(Number(request.headers['content-length']), max) : max);
      if (taken === undefined) {
        throw new Refusal(
          'dependency_unavailable',
          'This process has no memory left for request bodies. Send the request again.',
        );
      }
      reply.raw.once('close', () => taken.giveBack());
      next();
    });
    // Without a body and a content type, no parser runs, and the JSON parser of the lane states an empty object.
    app.addHook('preValidation', (request, _reply, next) => {
      if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
      next();
    });
    done();
  },
  { name: 'raw-body', dependencies: ['problem-handler'] },
);

function requireCoding(request: FastifyRequest, reply: FastifyReply): void {
  const coding = codingOf(request);
  if (coding === 'identity' || CONTENT_CODINGS.includes(coding)) return;
  void reply.header('accept-encoding', CONTENT_CODINGS.join(', '));
  throw new Refusal(
    'unsupported_media_type',
    `The \`content-encoding\` ${JSON.stringify(coding.slice(0, 64))} is not accepted. Send the body uncompressed, or compressed with ${CONTENT_CODINGS.join(' or ')}.`,
  );
}

function codingOf({ headers }: FastifyRequest): ContentCoding | 'identity' {
  return (headers['content-encoding'] ?? 'identity').trim().toLowerCase() as ContentCoding | 'identity';
}
