import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');

/** A script that fails if Python is older than 3.10 or cannot create environments. */
const CHECK = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';

/** True if this machine has a Python that can install test tools. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', CHECK], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of a command from the package registry, in a separate environment that is cached. The environment's Python
 * is in the same folder as `python`.
 */
export function ensurePythonTool(name: string, version: string): string {
  return ensureInstalled(`${name}-${version}`, [`${name}==${version}`], name);
}

/** The path of a Python with these packages of the registry, such as `openai==1.0.0`, in a cached environment. */
export function ensurePythonWith(packages: readonly string[]): string {
  return ensureInstalled(packages.join('-').replaceAll('==', '-'), packages, 'python');
}

/** The path of a command in an environment; an incomplete environment is created again. */
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
