import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { DefectError } from '../../domain/kernel/errors.ts';
import { importedFileId, openImportedFile, hashFile, type ImportedFile } from './imported-file.ts';

/** The gzip level: fast rather than small. JSON lines of traffic shrink to a tenth at any level. */
const LEVEL = 3;

/** The place from which an imported file can be read again: the original, a copy, or nowhere. */
export type ImportLocation = 'file' | 'copy' | 'nowhere';

/** The folder of the copies. It is inside the journal folder, so that a backup of the journal includes them. */
export function importCopiesFolder(journalFolder: string): string {
  return join(journalFolder, 'imports');
}

/**
 * Stores a compressed copy of a file, named after its content. The copy is on the disk when this returns. An existing
 * copy is left unchanged.
 *
 * @returns the size of the copy in bytes
 */
export async function storeImportCopy(path: string, sha256: string, folder: string): Promise<number> {
  const copy = copyOf(folder, sha256);
  const known = await sizeOf(copy);
  if (known !== undefined) return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${randomUUID()}.part`);
  try {
    await pipeline(
      createReadStream(path),
      createGzip({ level: LEVEL }),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    await rename(unfinished, copy);
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(folder);
  return (await stat(copy)).size;
}

/** The place of a source's content, determined without reading the content. */
export async function locateImport(sourceId: string, location: string, folder: string): Promise<ImportLocation> {
  if ((await sizeOf(location)) !== undefined) return 'file';
  return (await sizeOf(copyOf(folder, sha256Of(sourceId)))) === undefined ? 'nowhere' : 'copy';
}

/**
 * Opens a file that was imported: the original if it still exists, otherwise its copy. A copy is unpacked while it is
 * open.
 *
 * @throws DefectError if neither exists, or the content has changed
 */
export async function openStoredImport(sourceId: string, location: string, folder: string): Promise<ImportedFile> {
  switch (await locateImport(sourceId, location, folder)) {
    case 'file':
      await requireContent(sourceId, location);
      return openImportedFile(location, sha256Of(sourceId));
    case 'copy':
      return openCopy(sourceId, folder);
    case 'nowhere':
      throw new DefectError(`${location} does not exist, and no copy of it was stored. Import the same content again.`);
  }
}

async function openCopy(sourceId: string, folder: string): Promise<ImportedFile> {
  const unpacked = join(folder, `${randomUUID()}.part`);
  try {
    await pipeline(
      createReadStream(copyOf(folder, sha256Of(sourceId))),
      createGunzip(),
      createWriteStream(unpacked, { mode: 0o600 }),
    );
    await requireContent(sourceId, unpacked);
    return await openImportedFile(unpacked, sha256Of(sourceId));
  } finally {
    // An open file stays readable after its removal. No file is left over, however this process ends.
    await rm(unpacked, { force: true });
  }
}

async function requireContent(sourceId: string, path: string): Promise<void> {
  if (importedFileId(await hashFile(path)) !== sourceId)
    throw new DefectError(`${path} does not contain the content that was imported from it.`);
}

function copyOf(folder: string, sha256: string): string {
  return join(folder, `${sha256}.jsonl.gz`);
}

function sha256Of(sourceId: string): string {
  return sourceId.slice(importedFileId('').length);
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : undefined;
}

/** Syncs the folder, so that a new name in it survives a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
