// Bundles our programs into few files. Loading several hundred TypeScript modules one by one costs the API 3.2 s of
// processor time at its start instead of 0.9 s. This file is plain JavaScript, because the first process needs it
// before any bundle exists.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LAYERS } from '../layers.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
const FOLDER = join(PROJECT, '.cache', 'programs');
/** The bundles of a released package. A checkout has none. */
const RELEASED = join(PROJECT, 'dist', 'programs');

/** The number of bundles that are kept, because a running system may use bundles of earlier sources. */
const KEPT = 10;

/** The main files of all programs. */
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

/**
 * The folders with the sources of the programs. The command line is a separate package, which is built in its own
 * folder.
 */
const SOURCES = [...Object.keys(LAYERS).filter((name) => name !== 'cli'), 'clients'];

/**
 * The folder of the bundles. Each state of the sources has its own, so that a process never runs bundles of other
 * sources and a running program keeps its chunks.
 */
let folder;

/** The file that Node runs for the program with this main file. It exists after `bundlePrograms` has resolved. */
export function programFile(main) {
  folder ??= existsSync(RELEASED) ? RELEASED : join(FOLDER, stateOfSources());
  return join(folder, main.replace(/\.ts$/, '.js'));
}

/** The bundling in progress. Two at the same time would write into the same folder. */
let bundling;

/**
 * Builds the bundles of the present sources unless they exist. Further calls in the same process return the first
 * promise.
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
    // Another process may have built them at the same time.
    rmSync(begun, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  forgetOldest();
}

/**
 * Bundles the programs with these main files into a folder.
 *
 * @param isRelease true for bundles of a package: they find its files wherever it is installed, and have no source maps
 */
export async function bundleInto(outdir, mains, { isRelease = false } = {}) {
  const { build } = await import('esbuild');
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: mains.map((main) => join(PROJECT, main)),
    absWorkingDir: PROJECT,
    outbase: PROJECT,
    outdir,
    bundle: true,
    // Dynamic imports become separate chunks, so that a command only loads what it needs.
    splitting: true,
    chunkNames: 'parts/[hash]',
    external: PACKAGES_APART,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: !isRelease,
    logLevel: 'error',
    ...(isRelease && { banner: { js: FIND_PROJECT } }),
    plugins: [keptPlaces(isRelease ? placeInProject : placeHere)],
  });
}

/**
 * The packages that are loaded from `node_modules`: all except TypeBox, which consists of six hundred small modules.
 */
const PACKAGES_APART = Object.keys({
  ...PACKAGE.dependencies,
  ...PACKAGE.optionalDependencies,
  ...PACKAGE.devDependencies,
}).filter((name) => name !== 'typebox');

/**
 * Keeps the original location of each module, because modules find neighbouring files by it and not by the location of
 * the bundle.
 *
 * @param placeOf the expressions for the folder and the URL of a file
 */
function keptPlaces(placeOf) {
  return {
    name: 'kept-places',
    setup(bundling) {
      bundling.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
        const { folder, url } = placeOf(path);
        const contents = readFileSync(path, 'utf8')
          .replaceAll('import.meta.dirname', folder)
          .replaceAll('import.meta.url', url);
        return { loader: 'ts', contents };
      });
    },
  };
}

function placeHere(path) {
  return { folder: JSON.stringify(dirname(path)), url: JSON.stringify(pathToFileURL(path).href) };
}

/** The start of each file of a release: it finds the folder of the package by a file that only this folder has. */
const FIND_PROJECT = `
import { existsSync as __existsSync } from 'node:fs';
import { dirname as __dirnameOf, join as __joinPaths } from 'node:path';
import { fileURLToPath as __pathOf, pathToFileURL as __urlOf } from 'node:url';
let __project = __dirnameOf(__pathOf(import.meta.url));
while (!__existsSync(__joinPaths(__project, 'layers.mjs'))) __project = __dirnameOf(__project);`;

function placeInProject(path) {
  const place = (file) => `__joinPaths(__project, ${JSON.stringify(relative(PROJECT, file))})`;
  return { folder: place(dirname(path)), url: `__urlOf(${place(path)}).href` };
}

/** A hash that changes with any source, its location or a package. Computing it takes about 20 ms. */
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
