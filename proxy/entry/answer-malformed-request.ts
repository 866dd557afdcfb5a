import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { plainErrorBody } from '../../providers/protocols/shared/plain-error-body.ts';
import { badRequest, type GatewayError } from '../call/gateway-error.ts';

/** The errors for bytes that are not a request, by the error code of Node. Any other code means a malformed request. */
const ERRORS: Readonly<Record<string, GatewayError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: badRequest(
    'The request took too long to arrive. Send its headers within 15 seconds (3 while few connections are free), and its body at 32 KiB a second or faster.',
    408,
  ),
  HPE_HEADER_OVERFLOW: badRequest(
    'The headers are larger than 16 KiB (16,384 bytes). Send fewer or shorter headers.',
    431,
  ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: badRequest(
    'The chunk extensions are larger than 16 KiB. Send chunks without extensions.',
    413,
  ),
};
const MALFORMED = badRequest(
  'The bytes are not a valid HTTP/1.1 request, or its headers contradict each other. Correct the client.',
);

/**
 * Answers bytes that are not a valid request with an error in the usual form, and closes the connection: the gateway
 * cannot tell where the next request begins.
 */
export function answerMalformedRequest(
  error: Error & { readonly code?: string },
  socket: Socket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const error_ = ERRORS[error.code ?? ''] ?? MALFORMED;
  const body = plainErrorBody(error_, requestId);
  const head = [
    `HTTP/1.1 ${error_.status} ${STATUS_CODES[error_.status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-tt-request-id: ${requestId}`,
    'x-tt-error-source: gateway',
    'connection: close',
  ];
  // The connection is closed even if the client continues to send.
  socket.end([...head, '', body].join('\r\n'), () => socket.destroySoon());
}

/**
 * True if an answer is being sent on the socket, so that nothing else may be written to it. Node keeps that answer on
 * the socket.
 */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
