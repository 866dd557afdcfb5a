import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../domain/errors.ts';
import { MAX_URL_BYTES } from '../transport-limits.ts';

/** Refuses a request that names no host, or whose path and query are longer than any of ours. */
export const requestLine = fastifyPlugin(
  (app, _options, done) => {
    app.addHook('onRequest', (request, _reply, next) => {
      if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
        throw new Refusal('malformed_request', 'Name the host that the request is for, as HTTP/1.1 demands.');
      }
      if (request.raw.url !== undefined && request.raw.url.length > MAX_URL_BYTES) {
        throw new Refusal('uri_too_long', 'The path with its query is over 4,096 bytes.');
      }
      next();
    });
    done();
  },
  { name: 'request-line', dependencies: ['problem-handler'] },
);
