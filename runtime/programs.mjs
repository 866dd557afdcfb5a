// Our programs in few files. To load some hundred modules of TypeScript one by one takes a process longer than most of
// what it then does: 3.2 s of processor time in place of 0.9 for the API. Plain JavaScript, because what starts first
// needs it.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LAYERS } from '../layers.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const FOLDER = join(PROJECT, '.cache', 'programs');

/** Bundles that are kept: of sources that changed since, a system may still run. */
const KEPT = 10;

/** Every program, by its main file. */
export const PROGRAMS = [
  'api/composition/read-in-thread.ts',
  'api/server.ts',
  'launcher/backup/backup-command.ts',
  'launcher/backup/restore-command.ts',
  'launcher/clickhouse/main.ts',
  'launcher/launch.ts',
  'maintenance/migrate.ts',
  'maintenance/rebuild-facts.ts',
  'operator/doctor-command.ts',
  'operator/import.ts',
  'operator/operator.ts',
  'operator/validate-command.ts',
  'providers/playback/main.ts',
  'proxy/body/read-in-thread.ts',
  'proxy/main.ts',
  'runtime/payloads/main.ts',
  'worker/main.ts',
];

/** The folders that hold what programs are made of. */
const SOURCES = [...Object.keys(LAYERS), 'clients'];

/**
 * One folder for each state of the sources, so that nobody runs what is not theirs, and a running program keeps its
 * parts.
 */
let folder;

/** The file that Node runs for a program, by its main file, once `bundlePrograms` has resolved. */
export function programFile(main) {
  folder ??= join(FOLDER, stateOfSources());
  return join(folder, main.replace(/\.ts$/, '.js'));
}

/** The bundling of this process: two at once would write into the same folder. */
let bundling;

/**
 * Makes the bundles of the sources as they are, unless they are there; once in a process, however often it is asked to.
 */
export function bundlePrograms() {
  return (bundling ??= bundleOnce());
}

async function bundleOnce() {
  programFile('');
  if (existsSync(folder)) return;
  const begun = `${folder}.${process.pid}`;
  await bundleInto(begun, PROGRAMS);
  try {
    renameSync(begun, folder);
  } catch (error) {
    // Another process made them at the same time.
    rmSync(begun, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  forgetOldest();
}

/** Bundles programs, by their main files, into a folder. */
export async function bundleInto(outdir, mains) {
  const { build } = await import('esbuild');
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: mains.map((main) => join(PROJECT, main)),
    absWorkingDir: PROJECT,
    outbase: PROJECT,
    outdir,
    bundle: true,
    // What is imported late stays apart, so that a command loads what it needs.
    splitting: true,
    chunkNames: 'parts/[hash]',
    external: PACKAGES_APART,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'error',
    plugins: [KEPT_PLACES],
  });
}

/** Read from where they are installed: all but TypeBox, which is six hundred small modules. */
const PACKAGES_APART = Object.keys({
  ...PACKAGE.dependencies,
  ...PACKAGE.optionalDependencies,
  ...PACKAGE.devDependencies,
}).filter((name) => name !== 'typebox');

/** The modules that keep their own location: a module finds its neighbouring files by it, not by the bundle's. */
const KEPT_PLACES = {
  name: 'kept-places',
  setup(bundling) {
    bundling.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
    }));
  },
};

/** Differs where a source, its place or a package does; takes some 20 ms. */
function stateOfSources() {
  const hash = createHash('sha256').update(PROJECT);
  const files = SOURCES.flatMap((name) =>
    readdirSync(join(PROJECT, name), { recursive: true })
      .filter((file) => /\.(ts|mjs)$/.test(file))
      .sort()
      .map((file) => join(name, file)),
  );
  for (const file of ['package-lock.json', ...files]) {
    const { size, mtimeMs } = statSync(join(PROJECT, file));
    hash.update(`\n${file} ${size} ${mtimeMs}`);
  }
  return hash.digest('hex').slice(0, 16);
}

function forgetOldest() {
  const made = readdirSync(FOLDER)
    .map((name) => ({ path: join(FOLDER, name), madeAt: statSync(join(FOLDER, name)).mtimeMs }))
    .sort((one, other) => other.madeAt - one.madeAt);
  for (const { path } of made.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}
