import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { replaceFile } from '../../../runtime/replace-file.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const FOLDER = join(PROJECT, '.cache', 'programs');

/** The programs of ours that tests start, each by its main file. */
const PROGRAMS = [
  'api/server.ts',
  'launcher/clickhouse/main.ts',
  'maintenance/migrate.ts',
  'maintenance/rebuild-facts.ts',
  'operator/doctor-command.ts',
  'operator/import.ts',
  'operator/operator.ts',
  'runtime/payloads/main.ts',
  'test/integration/ingest/support/indexer-child.ts',
  'worker/main.ts',
] as const;

export type Program = (typeof PROGRAMS)[number];

/** What Node runs for a program of ours, bundled before the first test: see `bundlePrograms`. */
export function bundledProgram(main: Program): string {
  return join(FOLDER, main.replace(/\.ts$/, '.js'));
}

/**
 * Makes one file of each program, for all tests of a run: to load some hundred modules of TypeScript one by one takes a
 * process longer than most tests. What `npm start` starts is tested as it is, in `test/integration/launcher`.
 */
export default async function bundlePrograms(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: PROGRAMS.map((main) => join(PROJECT, main)),
    outbase: PROJECT,
    outdir: FOLDER,
    write: false,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [KEPT_PLACES],
  });
  // Two runs of tests may share the folder: a file is replaced whole.
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, text, 0o644);
  }
}

/** A module finds the files beside it by its own place, not by the bundle's. */
const KEPT_PLACES: Plugin = {
  name: 'kept-places',
  setup(bundling) {
    bundling.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};
