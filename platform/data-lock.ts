import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, isAlive } from './embedded/engine-process.ts';
import { StartupFault } from './startup-fault.ts';

/**
 * Takes the data folder for this process and returns what gives it back. The lock of a launcher that died is taken over:
 * its process id is gone, or belongs to a process with another command line.
 * @throws StartupFault when a living launcher has the folder, or it cannot be written to
 */
export function lockDataFolder(folder: string): () => void {
  const path = join(folder, 'launcher.json');
  for (;;) {
    try {
      mkdirSync(folder, { recursive: true });
      const file = openSync(path, 'wx', 0o600);
      writeSync(file, `${JSON.stringify({ pid: process.pid, command: commandLine(process.pid) })}\n`);
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST')
        throw new StartupFault(`The data folder ${folder} cannot be used: ${message}.`, { cause: error });
    }
    const holder = holderOf(path);
    if (holder !== undefined) {
      throw new StartupFault(
        `Truetally is running on ${folder} already (process ${holder}): stop it, or choose another folder with TRUETALLY_DATA.`,
      );
    }
    rmSync(path, { force: true });
  }
}

function holderOf(path: string): number | undefined {
  try {
    const { pid, command } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; command: string };
    return pid !== process.pid && isAlive(pid) && commandLine(pid) === command ? pid : undefined;
  } catch {
    // Cut short by a crash.
    return undefined;
  }
}
