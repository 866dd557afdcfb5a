import type { IncomingMessage } from 'node:http';

/** The largest body that is taken: what the largest provider takes. */
export const MOST_BODY_BYTES = 33_554_432;

export interface ReadBody {
  readonly bytes: Buffer;
  /** False where it was larger than any that is taken: then `bytes` is as far as it was read. */
  readonly isWhole: boolean;
}

/** The body of a request; undefined where its caller went away before its end. */
export function readBody(request: IncomingMessage): Promise<ReadBody | undefined> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > MOST_BODY_BYTES) return Promise.resolve({ bytes: Buffer.alloc(0), isWhole: false });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (isWhole: boolean): void => {
      const [only] = chunks;
      resolve({ bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks), isWhole });
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST_BODY_BYTES) chunks.push(chunk);
      else end(false);
    });
    request.on('end', () => end(true));
    request.on('close', () => resolve(undefined));
    request.on('error', () => resolve(undefined));
  });
}
