import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a file atomically: a reader, also after a crash, sees the old content or the new. */
export function replaceFile(path: string, content: string, mode: number): void {
  const temporary = `${path}.${randomUUID()}`;
  const file = openSync(temporary, 'wx', mode);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
