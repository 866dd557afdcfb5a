import fastifyPlugin from 'fastify-plugin';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { hostHeaders } from '../../../transport/host-headers.ts';
import { MAX_URL_BYTES } from '../transport/transport-limits.ts';

/** The form of a host: a name or an address, and a port if it is not the default one. */
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~%!$&'()*+,;=-]+)(:\d{0,5})?$/;

/**
 * Refuses unsafe requests that the parser accepts. These have an HTTP version other than 1.1 and 1.0; a missing,
 * repeated or empty host; an unsupported expectation; or a path longer than any of ours. The refusal closes the
 * connection, because the sender may see the start of the next request at another position than we do.
 */
export const requestLinePlugin = fastifyPlugin(
  (app, _options, done) => {
    // Otherwise, the server would answer these itself, without a body.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.addHook('onRequest', (request, reply, next) => {
      const { httpVersion, rawHeaders, url = '' } = request.raw;
      const malformed = malformation(httpVersion, hostHeaders(rawHeaders));
      if (malformed !== undefined) {
        void reply.header('connection', 'close');
        throw new Refusal('malformed_request', malformed);
      }
      const { expect } = request.headers;
      if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
        void reply.header('connection', 'close');
        throw new Refusal(
          'expectation_failed',
          'The header `expect` has an unknown value. Send the request without it, or with `expect: 100-continue`.',
        );
      }
      if (url.length > MAX_URL_BYTES)
        throw new Refusal('uri_too_long', 'The path with its query is longer than 4,096 bytes. Shorten it.');
      next();
    });
    done();
  },
  { name: 'request-line', dependencies: ['problem-handler'] },
);

/** The fault in the form of a request, as a sentence; undefined if there is no fault. */
function malformation(version: string, hosts: readonly string[]): string | undefined {
  if (version !== '1.1' && version !== '1.0') return 'The bytes are not a valid HTTP/1.1 request. Correct the client.';
  if (hosts.length > 1) return 'The request has no `Host` header, or more than one. Send exactly one `Host` header.';
  const [host] = hosts;
  if (host === undefined) {
    return version === '1.1' ? 'Name the host that the request is for, as HTTP/1.1 demands.' : undefined;
  }
  return HOST.test(host) ? undefined : 'Name the host by a name or an address, with a port if it needs one.';
}
