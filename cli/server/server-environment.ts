import { resolve } from 'node:path';
import type { Environment } from '../settings/environment.ts';
import { KEYS, SETTINGS } from '../settings/setting-names.ts';

/**
 * Variables of `tt` that no program of the server knows. A program refuses unknown variables, and needs no key of ours.
 */
const OWN: ReadonlySet<string> = new Set([
  ...Object.values(SETTINGS).map(({ variable }) => variable),
  ...Object.values(KEYS).map(({ variable }) => variable),
  'TRUETALLY_PROFILE',
  'TRUETALLY_CLI_CONFIG',
]);

/** The variable of the journal belongs to `tt` and to the server. */
const SHARED = 'TRUETALLY_JOURNAL';

const PATHS = /^TRUETALLY_(DATA|CONFIG|JOURNAL|TEMPORAL_BINARY|[A-Z_]+_FILE)$/;

/**
 * The environment of a program of the server. Relative paths become absolute, because a program can have another
 * working folder.
 */
export function serverEnvironment(
  env: Environment,
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => name === SHARED || !OWN.has(name));
  return Object.fromEntries(
    [...kept, ...Object.entries(more)].flatMap(([name, value]) => {
      if (value === undefined) return [];
      const isPath = PATHS.test(name) && value !== '' && !value.includes('://');
      return [[name, isPath ? resolve(cwd, value) : value]];
    }),
  );
}
