import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('..', import.meta.url));

const MIN_NODE = [20, 19];
const SAY_EVERY_MS = 4_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** Ends the process with one sentence about the remedy. These scripts run before any dependency is installed. */
function refuse(sentence) {
  console.error(`truetally: ${sentence}`);
  process.exit(1);
}

/**
 * Checks the version of Node, and installs the locked dependencies if they are missing or older than the lockfile.
 *
 * @param mayInstall false for commands that fetch nothing: they refuse instead
 */
export async function prepare({ mayInstall = true } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1])) {
    refuse(`Node ${MIN_NODE.join('.')} or later is required, but this is Node ${process.versions.node}.`);
  }
  if (installed()) return;
  if (!mayInstall) refuse(`The dependencies in ${project} are missing or old. Run \`npm ci\` in that folder.`);
  // npm empties the folder before it installs. Through a link, this would empty the folder of another checkout.
  if (lstatSync(join(project, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    refuse(
      `node_modules in ${project} is a link, and its packages are older than the lockfile. Install them where it leads.`,
    );

  console.log('installing dependencies (once per version, a few minutes)');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Install scripts are third-party code, which must not get our keys.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TRUETALLY_')));
  const saying = setInterval(() => console.log(progress()), SAY_EVERY_MS);
  const install = spawn(npm, ['ci', '--no-audit', '--no-fund'], { cwd: project, env, stdio: 'inherit' });
  // The installation must not outlive this process.
  const end = (signal) => {
    install.kill(signal);
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  const failure = await new Promise((settle) => {
    install.once('error', (error) => settle(`npm cannot be run (${error.message}). Install Node with npm.`));
    install.once('exit', (code) =>
      settle(
        code === 0
          ? undefined
          : 'The dependencies could not be installed. Check that npm reaches its registry, and try again.',
      ),
    );
  });
  clearInterval(saying);
  for (const signal of SIGNALS) process.off(signal, end);
  if (failure !== undefined) refuse(failure);
}

/** Shows progress while npm is silent for minutes: the share of the lockfile's packages that is unpacked. */
function progress() {
  const names = Object.keys(JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')).packages);
  const packages = names.filter((name) => name !== '');
  const unpacked = packages.filter((name) => existsSync(join(project, name, 'package.json')));
  return `  ${unpacked.length} of up to ${packages.length} packages are installed (${Math.round(process.uptime())} s)`;
}

/**
 * True if the installation is complete and current. npm writes its copy of the lockfile last, so an interrupted
 * installation does not look complete.
 */
function installed() {
  // A package with its programs has its dependencies from its own installer, and no lockfile.
  if (existsSync(join(project, 'dist', 'programs'))) return true;
  const [done, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map((name) => join(project, name));
  return existsSync(done) && statSync(done).mtimeMs >= statSync(wanted).mtimeMs;
}
