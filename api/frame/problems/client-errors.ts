import type { FastifyBaseLogger } from 'fastify';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../../domain/kernel/errors.ts';
import type { IdKind } from '../../../domain/kernel/id-prefixes.ts';
import type { Lane } from '../lane/lane.ts';

/** The refusals for bytes that are not a request, by the parser's code; any other code is `malformed_request`. */
const REFUSALS: Readonly<Record<string, () => Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Refusal(
      'request_timeout',
      'The request took too long to arrive. Send its headers within 15 seconds (3 while few connections are free), and its body within a minute plus a second for each 32 KiB.',
    ),
  HPE_HEADER_OVERFLOW: () =>
    new Refusal(
      'headers_too_large',
      'The headers are larger than 16 KiB (16,384 bytes). Send fewer or shorter headers.',
    ),
};

interface Ports {
  readonly newId: (kind: IdKind) => string;
  readonly logger: FastifyBaseLogger;
  readonly lane: Lane;
}

/**
 * Answers bytes that are not a request with a problem document and closes the connection, because the start of the next
 * request is unknown.
 */
export function answerClientError(ports: Ports, error: Error & { code: string }, socket: Socket): void {
  // A reset connection has no reader, and nothing may be written into an answer in progress.
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
 * Refuses CONNECT, which requests a tunnel and not a resource. Otherwise, the server would close the connection without
 * an answer.
 */
export function refuseConnect(ports: Ports, socket: Socket): void {
  const allow = 'GET, POST, PUT, DELETE';
  endWith(
    ports,
    new Refusal(
      'method_not_allowed',
      'The API is not a proxy, so it does not accept CONNECT. Send the request directly to the path of the API.',
    ),
    'CONNECT',
    socket,
    [`allow: ${allow}`],
  );
}

/** Writes the problem of a refusal to a connection without a request, and closes the connection. */
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
    // Does not wait for a client that continues to send.
    () => socket.destroySoon(),
  );
}

/** True if an answer is in progress. The server stores it on the socket, where its own error handler also reads it. */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
