import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { LogFile } from '../find-log-files.ts';

/** The bytes at each end of a file that its state covers. */
const END_BYTES = 4_096;

/** The state of a file: two equal states have the same content, unless somebody set the time of a change back. */
export interface FileState {
  readonly path: string;
  readonly bytes: number;
  readonly changed_ms: number;
  readonly inode: number;
  /** The digest of the first and the last bytes. */
  readonly ends_sha256: string;
}

export function readFileState({ path }: LogFile): FileState {
  const file = openSync(path, 'r');
  try {
    const { size, mtimeMs, ino } = fstatSync(file);
    const hash = createHash('sha256');
    for (const from of [0, Math.max(0, size - END_BYTES)]) {
      const bytes = Buffer.alloc(END_BYTES);
      hash.update(bytes.subarray(0, readSync(file, bytes, 0, END_BYTES, from)));
    }
    return { path, bytes: size, changed_ms: mtimeMs, inode: ino, ends_sha256: hash.digest('hex') };
  } finally {
    closeSync(file);
  }
}
