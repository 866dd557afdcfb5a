import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { syncFolder } from './backup-folder.ts';
import { markRestore, unmarkRestore } from './restore-mark.ts';

/** The files and folders of an existing system that block a restore. */
export function occupiedPaths(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && !(found.isDirectory() && readdirSync(path).length === 0);
  });
}

/**
 * Requires that each folder can be replaced by a rename.
 *
 * @throws StartupFault if a disk or a volume is mounted on a folder
 */
export function requireNoMounts(paths: readonly string[]): void {
  const mounted = paths.find((path) => existsSync(path) && statSync(path).dev !== statSync(dirname(path)).dev);
  if (mounted !== undefined)
    throw new StartupFault(
      `The folder ${mounted} is a mount point, which a restore cannot replace. Mount its parent folder instead, or follow the steps in docs/backup-and-restore.md.`,
    );
}

export interface PartSwap {
  readonly dataFolder: string;
  readonly backup: string;
  /** The paths of the old system, all of which are renamed. */
  readonly old: readonly string[];
  /** The new parts, by their final paths. */
  readonly staged: ReadonlyMap<string, string>;
  /** The suffix that distinguishes the old parts of different restores. */
  readonly stamp: string;
}

/**
 * Replaces the old parts of a system with staged ones. It renames old parts and deletes nothing. If it is interrupted,
 * the system does not start until the restore is run again.
 *
 * @returns the new paths of the old parts
 */
export async function swapParts({ dataFolder, backup, old, staged, stamp }: PartSwap): Promise<string[]> {
  markRestore(dataFolder, backup);
  await syncFolder(dataFolder);
  const replaced: string[] = [];
  for (const path of old) {
    replaced.push(`${path}.replaced-${stamp}`);
    renameSync(path, `${path}.replaced-${stamp}`);
  }
  for (const [from, to] of staged) {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    renameSync(from, to);
  }
  for (const folder of new Set([dataFolder, ...[...staged.values()].map((path) => dirname(path))]))
    await syncFolder(folder);
  unmarkRestore(dataFolder);
  return replaced;
}
