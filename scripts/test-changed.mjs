// `npm run test:changed [-- <commit>]`: runs the tests that are close to the changes since the commit. Without a
// commit, these are the uncommitted changes. The run takes seconds and needs no engines. Every test of the API imports
// the complete API, so imports alone would select nearly all of these tests. Of them, this script runs only the tests
// of the changed resources. `npm test` runs all tests.
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent } from './end-with-parent.mjs';
import { project } from './prepare.mjs';

const [since = 'HEAD', ...options] = process.argv.slice(2);
const git = (...args) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
const touches = (pattern) => changed.some((file) => pattern.test(file));

/** The resources of the API, each with the context whose operations its handlers implement, by their imports. */
const resources = foldersOf('api/customer').map((resource) => {
  const texts = readdirSync(join(project, 'api/customer', resource)).map((file) =>
    readFileSync(join(project, 'api/customer', resource, file), 'utf8'),
  );
  return { resource, context: /contracts\/(\w+)\/operations\.ts/.exec(texts.join('\n'))?.[1] };
});

const isNear = (resource, context) =>
  touches(new RegExp(`^(test/)?api/(customer/)?${resource}/`)) ||
  touches(new RegExp(`^(api|contracts|domain|store|analytics)/${context}/`));

const far = resources.filter(({ resource, context }) => !isNear(resource, context)).map(({ resource }) => resource);
if (!touches(/^(api\/(?!customer\/|management\/)|test\/api\/frame\/)/)) far.push('frame');
const ofManagement = /^(test\/)?api\/(management|frame)\/|^(contracts|domain|store)\/(gateway|judges|management)\//;
if (!touches(ofManagement)) far.push('management');
const leftOut = [...far, 'clients', 'authorization-matrix.test.ts'].map((name) => `test/api/${name}`);
const projects = ['pure', ...(touches(/^(workflows|activities|test\/workflow)\//) ? ['workflow'] : [])];

const args = [
  ...projects.map((name) => `--project=${name}`),
  `--changed=${since}`,
  '--passWithNoTests',
  ...leftOut
    .filter((path) => !changed.includes(path))
    .map((path) => `--exclude=${path.endsWith('.ts') ? path : `${path}/**`}`),
];
const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', ...args, ...options], { cwd: project, stdio: 'inherit' });
endWithParent();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
  process.on(signal, () => child.kill(signal === 'SIGINT' ? signal : 'SIGTERM'));
}
child.on('exit', (code) => {
  console.log(`only npm test runs these: ${leftOut.join(', ')}`);
  process.exit(code ?? 1);
});

function foldersOf(path) {
  return readdirSync(join(project, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
