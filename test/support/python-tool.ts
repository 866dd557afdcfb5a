import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Fails for a Python that is older, or comes without what makes environments. */
const CHECK = 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))';

/** Whether this machine has a Python that tools of tests can be installed with. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', CHECK], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * A command of the package registry, in an environment of its own that is kept for the next time. Its Python stands beside
 * it as `python`.
 */
export function ensurePythonTool(name: string, version: string): string {
  const folder = join(PROJECT, '.cache', `${name}-${version}`);
  const command = join(folder, 'bin', name);
  if (!existsSync(command)) {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: 'inherit' });
    const install = ['install', '--quiet', '--disable-pip-version-check', `${name}==${version}`];
    execFileSync(join(folder, 'bin', 'pip'), install, { stdio: 'inherit' });
  }
  return command;
}
