import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files that a launcher, its processes and the commands store in the data folder. Other files there are not ours to
 * change.
 */
const PARTS = [
  'api',
  'clickhouse',
  'codec',
  'connection.json',
  'curl.conf',
  'env.sh',
  'imports',
  'journal',
  'playback',
  'postgres',
  'proxy',
  'temporal',
  'worker',
] as const;

/**
 * Takes from every other account of this machine the way into the data folder, and all rights on what we keep there.
 */
export function restrictFolder(folder: string): void {
  chmodSync(folder, 0o700);
  for (const part of PARTS) restrict(join(folder, part));
}

function restrict(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A link has no rights of its own, and where it leads is somebody's choice.
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
  if (found.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
}
