import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LogFile } from '../find-log-files.ts';
import { CallCounter } from '../groups/call-counter.ts';
import { PartScanner } from '../scan/part-scanner.ts';
import { planParts } from '../scan/plan-parts.ts';
import { scanPart } from '../scan/scan-part.ts';
import { SkippedLines } from '../skipped-lines.ts';
import { writeFileIndex } from './file-index.ts';
import { readFileState } from './file-state.ts';
import { indexPath, isIndexName } from './index-folder.ts';
import { INDEXED_KEYS, toIndexedPart, type IndexedPart } from './indexed-part.ts';

const ALL = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY };

/** The result of building an index. */
export interface BuiltIndex {
  readonly files: number;
  /** Files whose calls cannot be counted without the files before them. */
  readonly left_out: number;
  readonly log_bytes: number;
  readonly index_bytes: number;
}

/** Builds the index of the files of a log, and removes that of files that the log no longer has. */
export async function buildIndex(
  folder: string,
  files: readonly LogFile[],
  { stdin, onProgress }: { readonly stdin: AsyncIterable<Uint8Array>; readonly onProgress: (bytes: number) => void },
): Promise<BuiltIndex> {
  removeOthers(folder, files);
  let [read, indexBytes, leftOut] = [0, 0, 0];
  const onBlock = (bytes: number): void => {
    read += bytes;
    onProgress(read);
  };
  for (const file of files) {
    const state = readFileState(file);
    const parts = await indexFile({ ...file, size: state.bytes }, { stdin, onBlock });
    if (parts === undefined) {
      leftOut += 1;
      rmSync(indexPath(folder, file), { force: true });
    } else indexBytes += writeFileIndex(folder, file, state, parts);
  }
  return { files: files.length - leftOut, left_out: leftOut, log_bytes: read, index_bytes: indexBytes };
}

async function indexFile(
  file: LogFile,
  parts: { readonly stdin: AsyncIterable<Uint8Array>; readonly onBlock: (bytes: number) => void },
): Promise<IndexedPart[] | undefined> {
  const indexed: IndexedPart[] = [];
  for (const part of await planParts([file], ALL)) {
    const counter = new CallCounter(INDEXED_KEYS, ALL);
    const skipped = new SkippedLines();
    const scanner = new PartScanner({ counter, skipped, isPart: true });
    await scanPart(part, scanner, skipped, parts);
    if (scanner.isOverfull) return undefined;
    indexed.push(toIndexedPart(part, { counter, skipped, edges: await scanner.finishPart() }));
  }
  return indexed;
}

function removeOthers(folder: string, files: readonly LogFile[]): void {
  const own = new Set(files.map((file) => basename(indexPath(folder, file))));
  for (const name of namesIn(folder)) if (isIndexName(name) && !own.has(name)) rmSync(join(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
