import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** An entry below a folder, with its path relative to that folder. */
export interface FoundEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/**
 * Yields every file and folder below `root`, each folder before its contents. It skips links, sockets and everything
 * that `isExcluded` accepts. A folder that disappears meanwhile counts as empty.
 */
export async function* walkFolder(
  root: string,
  isExcluded: (path: string) => boolean = () => false,
  folder = '',
): AsyncGenerator<FoundEntry> {
  for await (const entry of entriesOf(join(root, folder))) {
    const path = join(folder, entry.name);
    if (isExcluded(path)) continue;
    if (entry.isFile()) yield { path, kind: 'file' };
    if (!entry.isDirectory()) continue;
    yield { path, kind: 'folder' };
    yield* walkFolder(root, isExcluded, path);
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
