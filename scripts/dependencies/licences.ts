import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../runtime/commands/program.ts';
import { isAllowedLicence, licenceFaults } from './licence-rules.ts';

createProgram('npm run licences --', 'Checks that all production dependencies have allowed licences.').parse();

const PROJECT = join(import.meta.dirname, '..', '..');

/** The licences in the LICENSE file of packages that declare none. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'node_modules/unionfs': 'Unlicense' };

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
}

const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};
const ours = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
const licences = new Map(
  ours.map(([path, { license }]) => [path, license ?? READ_BY_HAND[path] ?? installedLicence(path)]),
);
const faults = licenceFaults(licences);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else {
  const known = [...licences.values()].filter((licence) => licence !== undefined && isAllowedLicence(licence)).length;
  console.log(`Licences: ${known} packages allowed, ${licences.size - known} for other platforms not checked.`);
}

/**
 * The licence of an installed package, from its own manifest. The lock file names no licence for some packages that are
 * specific to one platform.
 */
function installedLicence(path: string): string | undefined {
  const file = join(PROJECT, path, 'package.json');
  if (!existsSync(file)) return undefined;
  const { license } = JSON.parse(readFileSync(file, 'utf8')) as { license?: string };
  return license ?? 'none';
}
