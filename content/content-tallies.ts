import { randomUUID } from 'node:crypto';
import { appendFile, link, mkdir, readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultCode } from './fault-code.ts';

/** The bytes of a disk block: file systems allocate complete blocks to a file. */
const BLOCK_BYTES = 4_096;

const WORKSPACE = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TALLY = '.size';

/** Bytes of content by workspace and by the day of the request. The keys are the names of the folders. */
export type ContentTallies = ReadonlyMap<string, Map<string, number>>;

/** The disk space that a file of this size uses. */
export function bytesOnDisk(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

/**
 * The path of the tally of a day, next to its folder. The size of the tally in bytes is the number of disk blocks that
 * the day's files use.
 */
export function tallyPath(dayFolder: string): string {
  return `${dayFolder}${TALLY}`;
}

/**
 * Creates the tally of a day if it is missing. The day may already have files, written by a version without tallies.
 * Call this before adding a file, so that processes that create the tally concurrently all count the same files.
 */
export async function createTally(dayFolder: string): Promise<void> {
  if ((await sizeOf(tallyPath(dayFolder))) !== undefined) return;
  const blocks = (await bytesOfFiles(dayFolder)) / BLOCK_BYTES;
  await mkdir(dayFolder, { recursive: true, mode: 0o700 });
  const temporary = `${tallyPath(dayFolder)}.${randomUUID()}.tmp`;
  await writeFile(temporary, Buffer.alloc(blocks), { mode: 0o600 });
  try {
    await link(temporary, tallyPath(dayFolder));
  } catch (error) {
    if (faultCode(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(temporary);
  }
}

/**
 * Adds the size of a file to the tally: one byte per block. All processes append to the same file without coordination.
 */
export async function addToTally(dayFolder: string, bytes: number): Promise<void> {
  await appendFile(tallyPath(dayFolder), Buffer.alloc(bytesOnDisk(bytes) / BLOCK_BYTES), { mode: 0o600 });
}

/**
 * The stored bytes of each workspace and day. This takes one `stat` per day, for any number of files. The files of a
 * day without a tally are counted; `counted` caches the result, and nothing is written.
 */
export async function readTallies(root: string, counted: Map<string, number>): Promise<ContentTallies> {
  const tallies = new Map<string, Map<string, number>>();
  for (const workspace of (await namesIn(root)).filter((name) => WORKSPACE.test(name))) {
    const days = new Map<string, number>();
    const names = await namesIn(join(root, workspace));
    for (const day of names.filter((name) => DAY.test(name)))
      days.set(day, await bytesOfDay(join(root, workspace, day), counted));
    tallies.set(workspace, days);
  }
  return tallies;
}

async function bytesOfDay(dayFolder: string, counted: Map<string, number>): Promise<number> {
  const blocks = await sizeOf(tallyPath(dayFolder));
  if (blocks !== undefined) return blocks * BLOCK_BYTES;
  const bytes = counted.get(dayFolder) ?? (await bytesOfFiles(dayFolder));
  counted.set(dayFolder, bytes);
  return bytes;
}

async function bytesOfFiles(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await namesIn(folder)) bytes += bytesOnDisk((await sizeOf(join(folder, name))) ?? 0);
  return bytes;
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The names in a folder; empty if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(faultCode(error) ?? '')) return [];
    throw error;
  }
}
