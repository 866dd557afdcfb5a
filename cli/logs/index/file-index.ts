import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { LogFile } from '../find-log-files.ts';
import { readFileState, type FileState } from './file-state.ts';
import { indexPath } from './index-folder.ts';
import type { IndexedPart } from './indexed-part.ts';

/** The version of the format, and of the rules by which calls are counted. Another version is never read. */
const FORMAT = 1;

/** The index of a file. */
interface FileIndex {
  readonly format: number;
  readonly state: FileState;
  readonly parts: readonly IndexedPart[];
}

/** Writes the index of a file in place of an earlier one. @returns its bytes */
export function writeFileIndex(folder: string, file: LogFile, state: FileState, parts: readonly IndexedPart[]): number {
  const body = JSON.stringify({ format: FORMAT, state, parts } satisfies FileIndex);
  const path = indexPath(folder, file);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}`;
  const text = `${digestOf(body)}\n${body}`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, path);
  return Buffer.byteLength(text);
}

/** The state of the index of a file. */
export type FoundIndex =
  | { readonly state: 'current'; readonly parts: readonly IndexedPart[] }
  /** The file has changed, or the index is damaged or of another version. */
  | { readonly state: 'stale' }
  | { readonly state: 'missing' };

/** Reads the index of a file. A damaged one is stale, because the log itself has every fact. */
export function readFileIndex(folder: string, file: LogFile): FoundIndex {
  let text: string;
  try {
    text = readFileSync(indexPath(folder, file), 'utf8');
  } catch {
    return { state: 'missing' };
  }
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (text.slice(0, end) !== digestOf(body)) return { state: 'stale' };
  const { format, state, parts } = JSON.parse(body) as FileIndex;
  return format === FORMAT && isDeepStrictEqual(state, readFileState(file))
    ? { state: 'current', parts }
    : { state: 'stale' };
}

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
