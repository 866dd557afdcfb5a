import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { BODY_LIMITS } from '../transport/body-limits.ts';
import { readJson, refuseUnstorable } from '../transport/read-json.ts';

/** The only charset of JSON, UTF-8 (RFC 8259). Another charset would decode to other characters. */
const UTF8 = /^utf-?8$/i;

/** Reads bodies as JSON in UTF-8, and accepts no other form. An empty body counts as absent. */
export const jsonBodyPlugin = fastifyPlugin(
  (app, _options, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' as const, bodyLimit: BODY_LIMITS.bytes },
      (_request, bytes: Buffer, next) => {
        try {
          next(null, bytes.length === 0 ? undefined : readJson(bytes));
        } catch (error) {
          next(error instanceof Error ? error : new Error(String(error)));
        }
      },
    );
    app.addHook('preParsing', (request, reply, _payload, next) => {
      // Other kinds of bodies have their own reader.
      if (request.method === 'GET' || request.routeOptions.config.operation?.media !== undefined) {
        next();
        return;
      }
      const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = request.headers;
      if (coding.toLowerCase() !== 'identity') {
        void reply.header('accept-encoding', 'identity');
        const named = JSON.stringify(coding.slice(0, 64));
        throw new Refusal(
          'unsupported_media_type',
          `This operation does not accept the \`content-encoding\` ${named}. Send the body uncompressed, without this header.`,
        );
      }
      if (charsetsIn(type).some((charset) => !UTF8.test(charset))) {
        throw new Refusal(
          'unsupported_media_type',
          'The charset of the body is not UTF-8. Send the body in UTF-8, as `content-type: application/json`.',
        );
      }
      next();
    });
    // A request for an operation without a body may omit the body.
    app.addHook('preValidation', (request, _reply, next) => {
      if (request.method !== 'GET' && request.body === undefined) request.body = {};
      const query = Object.entries(request.query as Record<string, unknown>).flat(2);
      query.forEach((text) => refuseUnstorable(String(text)));
      next();
    });
    done();
  },
  { name: 'json-body', dependencies: ['problem-handler'] },
);

function charsetsIn(contentType: string): string[] {
  return [...contentType.matchAll(/;\s*charset\s*=\s*"?([^";]*)/gi)].map(([, charset = '']) => charset.trim());
}
