import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { isProcessAlive, processStartTime } from './engine-process.ts';

const LOCK = /^launcher-(\d+)\.json$/;

/**
 * Takes the data folder for this process and returns the function that releases it. The lock of a dead launcher is
 * taken over: its process id does not exist, or belongs to a process that started at another time.
 *
 * The lock with the highest number is valid. A dead one is followed by the next number, which only one process can
 * link, and is never deleted before that. Deleting a dead lock first could delete the new lock of another process.
 *
 * @throws StartupFault if a living launcher has the folder, or the folder is not writable
 */
export function lockDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    // The lock appears atomically with its content: a rival that read an incomplete lock would take it for a dead one.
    const mine = join(folder, `${randomUUID()}.launcher`);
    const content = { pid: process.pid, started: processStartTime(process.pid) };
    try {
      writeFileSync(mine, `${JSON.stringify(content)}\n`, { mode: 0o600 });
      return takeLock(folder, mine);
    } finally {
      rmSync(mine, { force: true });
    }
  } catch (error) {
    if (error instanceof StartupFault) throw error;
    throw new StartupFault(
      `The data folder ${folder} cannot be used (${(error as Error).message}). Correct the cause, or choose another folder with TRUETALLY_DATA.`,
      { cause: error },
    );
  }
}

function takeLock(folder: string, mine: string): () => void {
  for (;;) {
    const last = locksOf(folder).at(-1) ?? 0;
    const holder = last === 0 ? undefined : holderOf(lockPath(folder, last));
    if (holder !== undefined) {
      throw new StartupFault(
        `Truetally already runs on ${folder} (process ${holder}). Stop it, or choose another folder with TRUETALLY_DATA.`,
      );
    }
    const path = lockPath(folder, last + 1);
    if (!isLinked(mine, path)) continue;
    const locks = locksOf(folder);
    if (locks.at(-1) === last + 1) {
      for (const lock of locks.slice(0, -1)) rmSync(lockPath(folder, lock), { force: true });
      return () => rmSync(path, { force: true });
    }
    // Another process took a higher number before our link.
    rmSync(path, { force: true });
  }
}

/** The numbers of the locks in ascending order. */
function locksOf(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => LOCK.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function lockPath(folder: string, lock: number): string {
  return join(folder, `launcher-${lock}.json`);
}

/** Links the lock. Returns false if a rival's lock exists. */
function isLinked(mine: string, path: string): boolean {
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function holderOf(path: string): number | undefined {
  try {
    const { pid, started } = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; started: string };
    return pid !== process.pid && isProcessAlive(pid) && processStartTime(pid) === started ? pid : undefined;
  } catch {
    // The lock was released meanwhile, or lost its content in a power loss.
    return undefined;
  }
}
