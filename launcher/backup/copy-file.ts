import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface CopiedFile {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Copies a file to a new one that only this account may read, and flushes it to the disk. If the file grows meanwhile,
 * the copy ends at the end that the reader reaches.
 *
 * @returns the size and digest of the copy; undefined if there is no such file
 */
export async function copyFile(source: string, target: string): Promise<CopiedFile | undefined> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(undefined, chunk);
    },
  });
  try {
    const reading = createReadStream(source, { highWaterMark: 1_048_576 });
    await pipeline(reading, measure, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && syscall === 'open' && path === source) return undefined;
    throw error;
  }
  return { bytes, sha256: hash.digest('hex') };
}
