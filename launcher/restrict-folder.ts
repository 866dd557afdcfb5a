import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files that a launcher, its processes and the commands store in the data folder. Other files there stay unchanged.
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

/** Removes the access of every other account to the data folder, and all its rights on our files there. */
export function restrictFolder(folder: string): void {
  chmodSync(folder, 0o700);
  for (const part of PARTS) restrict(join(folder, part));
}

function restrict(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A link has no permissions, and its target is the operator's choice.
  if (found === undefined || found.isSymbolicLink()) return;
  if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700);
  if (found.isDirectory()) for (const name of readdirSync(path)) restrict(join(path, name));
}
