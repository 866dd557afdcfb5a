import type { CallerResponse } from '../call/caller-response.ts';
import { NOSNIFF } from '../headers/forward-headers.ts';
import type { ErrorBody } from '../../providers/protocols/shared/plain-error-body.ts';
import type { GatewayError } from '../call/gateway-error.ts';

/**
 * Answers with an error of the gateway.
 * @param errorBody writes the body of the error
 * @param staysOpen true if the connection stays open, even after an error that usually closes it
 */
export function writeError(
  response: CallerResponse,
  error: GatewayError,
  { requestId, errorBody, staysOpen = false }: { requestId: string; errorBody: ErrorBody; staysOpen?: boolean },
): void {
  const { isRefusal, isByProvider, retryAfterSeconds, headers = {}, closes } = error;
  response.setHeader('x-tt-error-source', isByProvider === true ? 'provider' : 'gateway');
  if (isRefusal === true) response.setHeader('x-tt-refusal-type', error.type);
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (closes === true && !staysOpen) response.setHeader('connection', 'close');
  response.setHeader('x-tt-request-id', requestId);
  writeJson(response, error.status, errorBody(error, requestId));
}

/** Answers with a JSON document. */
export function writeJson(response: CallerResponse, status: number, text: string): void {
  response.setHeader(...NOSNIFF);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Adds headers to an error: names and values, alternating. */
export function addErrorHeaders(response: CallerResponse, headers: readonly string[]): void {
  for (let index = 0; index + 1 < headers.length; index += 2)
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
}

/**
 * The maximum bytes of a body that are sent as one text with its head: a longer text would be copied into newly
 * allocated memory.
 */
const MAX_IN_ONE_TEXT = 8_192;

/**
 * Ends an answer with the last piece of its body, or without one. A short piece is sent as one text with the head, one
 * character per byte: writing two pieces allocates a list, and takes longer than the bytes of the body.
 */
export function endAnswer(response: CallerResponse, last: Buffer | undefined): void {
  const { socket } = response;
  if (last === undefined || last.length > MAX_IN_ONE_TEXT) response.end(last);
  else if (socket === null || socket === undefined || response.chunkedEncoding === true)
    response.end(last.toString('latin1'), 'latin1');
  else {
    // Ending the answer with the text would write an empty piece after it. A corked connection takes the text alone.
    socket.cork();
    response.write(last.toString('latin1'), 'latin1');
    socket.uncork();
    response.end();
  }
}
