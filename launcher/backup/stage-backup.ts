import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartupFault } from '../../runtime/startup-fault.ts';
import type { BackupEntry, BackupPart } from './backup-format.ts';
import { copyFile } from './copy-file.ts';
import { readEntries } from './read-backup.ts';

/** The staging path of each part of a backup. A part without a path is skipped. */
export type StagingPaths = Readonly<Partial<Record<BackupPart, string>>>;

/**
 * Copies a backup to its staging paths, and compares every file with the manifest. After a failure, the staging paths
 * do not exist.
 *
 * @param report receives the progress
 * @throws StartupFault if a file is missing or differs from the manifest
 */
export async function stageBackup(
  folder: string,
  paths: StagingPaths,
  report: (files: number, bytes: number) => void,
): Promise<void> {
  const clear = (): void => {
    for (const path of Object.values(paths)) rmSync(path, { recursive: true, force: true });
  };
  clear();
  let [files, bytes] = [0, 0];
  try {
    for await (const entry of readEntries(folder)) {
      const target = targetOf(entry, paths);
      if (target === undefined) continue;
      if ('folder' in entry) {
        mkdirSync(target, { recursive: true, mode: 0o700 });
        continue;
      }
      await copyChecked(folder, entry, target);
      [files, bytes] = [files + 1, bytes + entry.bytes];
      report(files, bytes);
    }
  } catch (error) {
    clear();
    throw error;
  }
}

function targetOf(entry: BackupEntry, paths: StagingPaths): string | undefined {
  const [part = '', ...below] = ('file' in entry ? entry.file : entry.folder).split('/');
  const path = paths[part as BackupPart];
  return path === undefined ? undefined : join(path, ...below);
}

async function copyChecked(
  folder: string,
  { file, bytes, sha256 }: Extract<BackupEntry, { file: string }>,
  target: string,
): Promise<void> {
  const copied = await copyFile(join(folder, file), target);
  if (copied?.bytes === bytes && copied.sha256 === sha256) return;
  const found =
    copied === undefined
      ? 'is missing'
      : copied.bytes === bytes
        ? 'has other content'
        : `has ${copied.bytes} bytes instead of ${bytes}`;
  throw new StartupFault(
    `The backup ${folder} is damaged: ${file} ${found}. Nothing was changed. Restore another backup.`,
  );
}
