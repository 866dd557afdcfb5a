import type { FastifyBaseLogger } from 'fastify';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { IdKind } from '../../../domain/kernel/id-prefixes.ts';
import type { Lane } from '../lane/lane.ts';

/** The refusals for bytes that are not a request; codes not named here are `malformed_request`. */
const REFUSALS: Readonly<Record<string, () => Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Refusal(
      'request_timeout',
      'The headers took longer than 15 seconds to arrive (3 while connections are short), or the body longer than a minute and a second more for each 32 KiB of it. Send the request faster.',
    ),
  HPE_HEADER_OVERFLOW: () =>
    new Refusal('headers_too_large', 'The headers are larger than 16 KiB (16,384 bytes). Send fewer or shorter ones.'),
};

interface Ports {
  readonly newId: (kind: IdKind) => string;
  readonly logger: FastifyBaseLogger;
  readonly lane: Lane;
}

/**
 * Answers what never became a request with a problem document, and closes the connection: after bytes that were not
 * understood, nothing says where the next request begins.
 */
export function answerClientError(ports: Ports, error: Error & { code: string }, socket: Socket): void {
  // A connection that was reset has nobody at its end; into an answer that is under way, nothing may be written.
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const refusal =
    REFUSALS[error.code]?.() ??
    new Refusal('malformed_request', 'The bytes are not a valid HTTP/1.1 request. Correct the client.');
  endWith(ports, refusal, error.code, socket);
}

/**
 * Answers CONNECT, which asks for a tunnel and for no resource: the server would close the connection without a word.
 */
export function answerConnect(ports: Ports, socket: Socket): void {
  const allow = 'GET, POST, PUT, DELETE';
  endWith(
    ports,
    new Refusal('method_not_allowed', 'The API is not a proxy. Send the request to its own path.'),
    'CONNECT',
    socket,
    [`allow: ${allow}`],
  );
}

/** Writes the problem of a refusal on a connection that has no request, and closes it. */
function endWith(
  { newId, logger, lane }: Ports,
  refusal: Refusal,
  reason: string,
  socket: Socket,
  headers: readonly string[] = [],
): void {
  const problem = lane.problemOf(refusal, newId('request'));
  logger.info({ request_id: problem.request_id, code: problem.code, reason }, 'refused a connection');
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${problem.request_id}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      ...headers,
      '',
      body,
    ].join('\r\n'),
    // A client that continues to send is not waited for.
    () => socket.destroySoon(),
  );
}

/** The server keeps the answer that is under way on its socket; its own handler of such errors looks there too. */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
