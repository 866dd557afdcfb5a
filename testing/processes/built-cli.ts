import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCli } from '../../scripts/cli/build-cli.ts';
import { BUILT_CLI_VARIABLE } from '../cli/built-cli-variable.ts';

/** Builds `tt` once for all tests of a run. Each run has its own folder, because several can run at the same time. */
export default async function buildForTests(): Promise<() => void> {
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'cli-of-tests', String(process.pid));
  await buildCli(folder);
  // The processes of the tests inherit the variable.
  process.env[BUILT_CLI_VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
