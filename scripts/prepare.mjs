import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('..', import.meta.url));

const LEAST_NODE = [20, 19];

/** Ends with one sentence on what to do: these scripts run before anything else is there. */
function refuse(sentence) {
  console.error(`truetally: ${sentence}`);
  process.exit(1);
}

/** Checks Node and installs the locked dependencies where they are missing or older than the lockfile. */
export function prepare() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])) {
    refuse(`this needs Node ${LEAST_NODE.join('.')} or later, and this is ${process.versions.node}.`);
  }
  if (installed()) return;

  console.log('installing dependencies (once per version, a few minutes)');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // What packages run at their installation is not ours: no key is for it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRUETALLY_')));
  const { status, error } = spawnSync(npm, ['ci', '--no-audit', '--no-fund'], { cwd: project, env, stdio: 'inherit' });
  if (error !== undefined) refuse(`npm cannot be run (${error.message}): install Node with npm.`);
  if (status !== 0)
    refuse('the dependencies could not be installed: check that npm reaches its registry, then try again.');
}

/** npm writes its own copy of the lockfile last of all, so an install that was cut short does not look finished. */
function installed() {
  const [done, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map((name) => join(project, name));
  return existsSync(done) && statSync(done).mtimeMs >= statSync(wanted).mtimeMs;
}
