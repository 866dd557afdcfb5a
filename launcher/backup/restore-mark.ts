import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../runtime/replace-file.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';

/**
 * The file that exists while a restore moves its parts into position. Meanwhile, the system is neither the old nor the
 * new one.
 */
const MARK = 'restore-unfinished';

export function markRestore(dataFolder: string, backup: string): void {
  replaceFile(join(dataFolder, MARK), `${backup}\n`, 0o600);
}

export function unmarkRestore(dataFolder: string): void {
  rmSync(join(dataFolder, MARK), { force: true });
}

/**
 * Requires that no restore was interrupted.
 *
 * @throws StartupFault if a restore was interrupted while it moved its parts into position
 */
export function requireCompleteData(dataFolder: string): void {
  if (!existsSync(join(dataFolder, MARK))) return;
  throw new StartupFault(
    `A restore into ${dataFolder} was interrupted, so its parts do not belong together. Run \`npm run restore -- FOLDER --replace\` again.`,
  );
}
