import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { isProcessAlive, processStartTime } from '../processes/engine-process.ts';

/**
 * Writes a backup under a temporary name next to `target`, and renames it when it is complete. First, it removes the
 * remains of a killed process.
 *
 * @throws StartupFault if `target` is not empty or is inside one of `sources`, or if another process writes it
 */
export async function writeBackupFolder<Result>(
  target: string,
  sources: readonly string[],
  write: (folder: string) => Promise<Result>,
): Promise<Result> {
  const path = resolve(target);
  requireEmpty(path);
  mkdirSync(dirname(path), { recursive: true });
  requireOutside(path, sources);
  const unfinished = `${path}.unfinished`;
  const processFile = `${unfinished}.json`;
  requireNoOther(processFile, path);
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(processFile, JSON.stringify({ pid: process.pid, started: processStartTime(process.pid) }), {
    mode: 0o600,
  });
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    const result = await write(unfinished);
    renameSync(unfinished, path);
    await syncFolder(dirname(path));
    return result;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(processFile, { force: true });
  }
}

/** Flushes a folder to the disk. Without this, a power loss can undo a rename in it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function requireEmpty(path: string): void {
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new StartupFault(`The folder ${path} is not empty. Name a folder that does not exist yet.`);
}

function requireOutside(path: string, sources: readonly string[]): void {
  const parent = `${realpathSync(dirname(path))}${sep}`;
  const around = sources.find((source) => existsSync(source) && parent.startsWith(`${realpathSync(source)}${sep}`));
  if (around !== undefined)
    throw new StartupFault(
      `The folder ${path} is inside ${around}, which the backup copies. Name a folder outside of it, preferably on another disk.`,
    );
}

function requireNoOther(processFile: string, path: string): void {
  if (!existsSync(processFile)) return;
  const writer = readProcess(processFile);
  if (writer !== undefined && isProcessAlive(writer.pid) && processStartTime(writer.pid) === writer.started)
    throw new StartupFault(
      `Process ${writer.pid} is writing a backup to ${path}. Wait until it ends, or name another folder.`,
    );
}

function readProcess(file: string): { readonly pid: number; readonly started: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started: string };
  } catch {
    // The process was killed while it wrote this file.
    return undefined;
  }
}
