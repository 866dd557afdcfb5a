import type { IncomingMessage } from 'node:http';

/** What is discarded of a body at most: as much as any body that is taken has. */
const MAX_DISCARDED_BYTES = 33_554_432;

/** Whether bytes of the body of a request may still come. */
export function hasRest({ complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  return !complete && (coding !== undefined || Number(length ?? 0) > 0);
}

/**
 * Discards what is left of the body of a request that was answered before its end, without holding any of it: where its connection were
 * closed, many clients would see that in place of the answer, because they send all of a body first. How long it may take is bounded by the
 * least speed of bodies.
 */
export function discardBody(request: IncomingMessage): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) request.socket.destroy();
  });
  request.resume();
}
