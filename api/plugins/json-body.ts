import fastifyPlugin from 'fastify-plugin';
import { BODY_LIMITS } from '../../contracts/body-limits.ts';
import { readJson, refuseUnstorable } from '../body/read-json.ts';

/** Reads bodies as JSON, and nothing else. An empty body is no body. */
export const jsonBody = fastifyPlugin(
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
    // A request for an operation that takes no body may carry none at all.
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
