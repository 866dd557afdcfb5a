import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');

/** Fails for a Python that is older, or comes without what makes environments. */
const CHECK = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';

/** True if this machine has a Python with which tools of tests can be installed. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', CHECK], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * A command of the package registry, in an environment of its own that is kept for the next time. Its Python is in the
 * same folder as `python`.
 */
export function ensurePythonTool(name: string, version: string): string {
  return ensureInstalled(`${name}-${version}`, [`${name}==${version}`], name);
}

/** A Python that has these packages of the registry, such as `openai==1.0.0`, kept likewise. */
export function ensurePythonWith(packages: readonly string[]): string {
  return ensureInstalled(packages.join('-').replaceAll('==', '-'), packages, 'python');
}

/** A command of an environment; an incomplete one is made again. */
function ensureInstalled(environment: string, packages: readonly string[], command: string): string {
  const folder = join(PROJECT, '.cache', environment);
  const whole = join(folder, 'installed');
  if (!existsSync(whole)) {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
    const install = ['install', '--quiet', '--disable-pip-version-check', ...packages];
    execFileSync(join(folder, 'bin', 'pip'), install, { stdio: 'inherit' });
    writeFileSync(whole, '');
  }
  return join(folder, 'bin', command);
}
