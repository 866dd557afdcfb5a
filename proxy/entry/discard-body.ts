import type { IncomingMessage } from 'node:http';

/** The maximum bytes of a body that are discarded: as many as an accepted body may have. */
const MAX_DISCARDED_BYTES = 33_554_432;

/** True if bytes of the body of a request may still come. */
export function hasRest({ complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return !complete && (coding !== undefined || Number(length ?? 0) > 0);
}

/**
 * Discards the rest of the body of a request that was answered before its end, without holding any of it. If its
 * connection were closed, many clients would see that in place of the answer, because they send all of a body first.
 * The minimum speed of bodies bounds the duration.
 */
export function discardBody(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) request.socket.destroy();
  });
  request.resume();
}
