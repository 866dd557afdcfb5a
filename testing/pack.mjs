// Builds `dist` of `@truetally/testing`: two bundled entry points, the workflow code, the migrations, the types. `npm
// pack` runs this file.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleWorkflows } from './engines/workflow-bundle.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PROJECT = join(HERE, '..');
const DIST = join(HERE, 'dist');
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));

rmSync(DIST, { recursive: true, force: true });
await build({
  absWorkingDir: PROJECT,
  entryPoints: { index: join(HERE, 'index.ts'), engines: join(HERE, 'engines/schedule-engines.ts') },
  outdir: DIST,
  bundle: true,
  external: Object.keys({ ...dependencies, ...peerDependencies }),
  // Some bundled packages are CommonJS and require modules of Node.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'error',
  plugins: [packedPlaces()],
});
mkdirSync(join(DIST, 'project/store'), { recursive: true });
cpSync(join(PROJECT, 'store/migrations'), join(DIST, 'project/store/migrations'), { recursive: true });
copyFileSync(join(PROJECT, 'package.json'), join(DIST, 'project/package.json'));
copyFileSync(await bundleWorkflows(), join(DIST, 'workflow-bundle.js'));
execFileSync(process.execPath, [join(PROJECT, 'node_modules/typescript/bin/tsc'), '--project', HERE], {
  stdio: 'inherit',
});

/** A plugin that makes modules find their neighbouring files in `dist/project`, and the workflow code in `dist`. */
function packedPlaces() {
  return {
    name: 'packed-places',
    setup({ onLoad }) {
      onLoad({ filter: /testing.engines.workflow-bundle\.ts$/ }, () => ({
        contents: "export const bundleWorkflows = async () => import.meta.dirname + '/workflow-bundle.js';",
      }));
      onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
        if (path.includes(`${sep}node_modules${sep}`)) return undefined;
        const place = `project/${relative(PROJECT, path).replaceAll(sep, '/')}`;
        return {
          loader: 'ts',
          contents: readFileSync(path, 'utf8')
            .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
            .replaceAll('import.meta.url', `new URL(${JSON.stringify(`./${place}`)}, import.meta.url).href`),
        };
      });
    },
  };
}
