import { join } from 'node:path';
import { bundleInto, bundlePrograms, programFile } from '../../runtime/programs.mjs';

/** The programs that only tests use, by their main files. */
const OF_TESTS = ['test/integration/ingest/support/indexer-child.ts'] as const;

const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'programs-of-tests');

/** The file that Node runs for a program, bundled before the first test. */
export function bundledProgram(main: string): string {
  if (!OF_TESTS.some((one) => one === main)) return programFile(main);
  return join(FOLDER, main.replace(/\.ts$/, '.js'));
}

/** Bundles the programs for all tests of a run. */
export default async function bundleForTests(): Promise<void> {
  await bundlePrograms();
  await bundleInto(FOLDER, OF_TESTS);
}
