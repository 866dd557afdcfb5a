import type { IncomingMessage } from 'node:http';

/** The maximum bytes of a body that are discarded, equal to the maximum bytes of an accepted body. */
const MAX_DISCARDED_BYTES = 33_554_432;

/** True if more bytes of the request's body may arrive. */
export function hasMoreBody({ complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return !complete && (coding !== undefined || Number(length ?? 0) > 0);
}

/**
 * Discards the rest of the body of a request that was answered early, without holding any of it. Many clients send the
 * complete body before they read an answer: they would see a closed connection and not the answer. The minimum speed of
 * bodies bounds the duration.
 */
export function discardBody(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) request.socket.destroy();
  });
  request.resume();
}
