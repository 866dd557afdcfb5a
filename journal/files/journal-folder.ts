import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DefectError } from '../../domain/kernel/errors.ts';
import type { EventLog, GrowingSource } from '../source/event-source.ts';
import { findLineStart } from '../lines/find-line-start.ts';
import { linesBetween, readLines } from '../lines/read-lines.ts';
import { importCopiesFolder } from './kept-imports.ts';
import { isSegmentName, segmentWriter } from './segment-name.ts';

/**
 * Opens the journal in a folder. Each segment is a source whose offsets are bytes. A missing folder is an empty
 * journal.
 */
export function openJournalFolder(folder: string): EventLog {
  return {
    name: 'journal',
    async sources() {
      const names = await listSegments(folder);
      return names.map((name) => segmentSource(folder, name));
    },
  };
}

/** The names of the segments in a folder; those of one writer are in the order of writing. */
export async function listSegments(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter(isSegmentName).sort();
}

/** The files in a journal folder that are never read, because their names are not those of segments. */
export async function listUnreadFiles(folder: string): Promise<string[]> {
  const kept = basename(importCopiesFolder(folder));
  return (await namesIn(folder)).filter((name) => !isSegmentName(name) && name !== kept).sort();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function segmentSource(folder: string, name: string): GrowingSource {
  const location = join(folder, name);
  return {
    id: `journal:${name}`,
    kind: 'journal',
    location,
    writer: segmentWriter(name),
    end: async () => BigInt((await stat(location)).size),
    async read(from, limits) {
      const { lines, nextByte } = await withFile(location, async (file) => {
        // Lines that are read get planned, so they must survive a power loss. Their writer may not have waited for the
        // disk.
        await file.datasync();
        return readLines(file, Number(from), limits, false);
      });
      return { lines, firstOffset: from, lastOffset: BigInt(nextByte) };
    },
    async peek(from, limits) {
      const { lines, nextByte } = await withFile(location, (file) => readLines(file, Number(from), limits, false));
      return { lines, firstOffset: from, lastOffset: BigInt(nextByte) };
    },
    recentOffset: (bytes) =>
      withFile(location, async (file) => {
        const { size } = await file.stat();
        return BigInt(await findLineStart(file, size - bytes));
      }),
    async readAgain(firstOffset, lastOffset) {
      const lines = await withFile(location, async (file) => {
        const { size } = await file.stat();
        if (BigInt(size) < lastOffset) throw new DefectError(`${location} is shorter than the part that was read.`);
        return linesBetween(file, Number(firstOffset), Number(lastOffset));
      });
      return { lines, firstOffset, lastOffset };
    },
  };
}

async function withFile<Result>(path: string, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
