import { existsSync } from 'node:fs';
import { join } from 'node:path';

const DATA = join(import.meta.dirname, '..', '..', 'shared', 'data');

/**
 * The path of an external data set next to this project's folder. If the data is absent, tests that need it are skipped
 * with a message.
 */
export function findPublishedData(what: string, ...names: string[]): { path: string; isPresent: boolean } {
  const path = join(DATA, ...names);
  const isPresent = existsSync(path);
  if (!isPresent) console.log(`skipped: ${what} not at ${path}`);
  return { path, isPresent };
}
