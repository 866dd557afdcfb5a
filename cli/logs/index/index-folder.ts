import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Context } from '../../tree/context.ts';
import type { Log, LogFile } from '../find-log-files.ts';

const ID_LENGTH = 16;
const SUFFIX = '.index';

/** The folder of the index of a log: the value of `--index`, else a folder of the log in the cache of the user. */
export function indexFolder({ env, cwd }: Pick<Context, 'env' | 'cwd'>, log: Log, stated: string | undefined): string {
  if (stated !== undefined) return resolve(cwd, stated);
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache');
  return join(cache, 'truetally', 'index', idOf(resolve(cwd, log.name)));
}

/** The path of the index of a file. */
export function indexPath(folder: string, { path }: LogFile): string {
  return join(folder, `${idOf(path)}${SUFFIX}`);
}

/** True for the name of a file that an index has. */
export function isIndexName(name: string): boolean {
  return new RegExp(`^[0-9a-f]{${ID_LENGTH}}\\${SUFFIX}$`).test(name);
}

function idOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, ID_LENGTH);
}
