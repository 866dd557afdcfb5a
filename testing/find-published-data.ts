import { existsSync } from 'node:fs';
import { join } from 'node:path';

const DATA = join(import.meta.dirname, '..', '..', 'shared', 'data');

/** Where a data set of others lies, beside this project's folder. Where it is absent, what needs it is skipped, which is said here. */
export function findPublishedData(what: string, ...names: string[]): { path: string; isPresent: boolean } {
  const path = join(DATA, ...names);
  const isPresent = existsSync(path);
  if (!isPresent) console.log(`skipped: ${what} not at ${path}`);
  return { path, isPresent };
}
