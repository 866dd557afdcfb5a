import type { IncomingMessage } from 'node:http';
import type { BodyHold } from './held-bodies.ts';
import { OVERLOADED, tooLarge, type GatewayError } from './refusal.ts';

/** The largest body that is taken: what the largest provider takes. */
const MOST_BODY_BYTES = 33_554_432;

export interface ReadBody {
  /** Empty where it is not taken. */
  readonly bytes: Buffer;
  /** How much of it was read. */
  readonly size: number;
  /** Why it is not taken; undefined where it is. */
  readonly refusal: GatewayError | undefined;
}

/**
 * The body of a request; undefined where its caller went away before its end. What says how large it is takes its room before any of it
 * is read, and what does not as it comes.
 */
export function readBody(request: IncomingMessage, hold: Pick<BodyHold, 'take'>): Promise<ReadBody | undefined> {
  const { 'content-length': length } = request.headers;
  const declared = Number(length ?? 0);
  if (declared > MOST_BODY_BYTES) return Promise.resolve(refused(tooLarge(MOST_BODY_BYTES), 0));
  if (!hold.take(declared)) return Promise.resolve(refused(OVERLOADED, 0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (refusal: GatewayError): void => {
      request.off('data', onData);
      // Nobody reads on: the connection ends with the answer.
      request.resume();
      resolve(refused(refusal, size));
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > MOST_BODY_BYTES) refuse(tooLarge(MOST_BODY_BYTES));
      else if (length === undefined && !hold.take(chunk.length)) refuse(OVERLOADED);
      else chunks.push(chunk);
    };
    request.on('data', onData);
    request.on('end', () => {
      const [only] = chunks;
      const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      resolve({ bytes, size, refusal: undefined });
    });
    request.on('close', () => resolve(undefined));
    request.on('error', () => resolve(undefined));
  });
}

function refused(refusal: GatewayError, size: number): ReadBody {
  return { bytes: Buffer.alloc(0), size, refusal };
}
