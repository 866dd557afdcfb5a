import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '../../runtime/commands/program.ts';
import { lockfileFaults, withoutDigest, type LockedPackage } from './lockfile-rules.ts';

const { complete = false } = createProgram(
  'npm run lockfile --',
  'Fails if the lock file has a package without a digest, or from a registry other than that of npm.',
)
  .option('--complete', 'fetches missing digests of packages for other platforms from the registry')
  .parse()
  .opts<{ complete?: true }>();

const FILE = join(import.meta.dirname, '..', '..', 'package-lock.json');
const text = readFileSync(FILE, 'utf8');
const lock = JSON.parse(text) as { packages: Record<string, LockedPackage> };

if (complete) {
  for (const path of withoutDigest(lock.packages)) lock.packages[path] = completed(path, lock.packages[path] ?? {});
  writeFileSync(FILE, `${JSON.stringify(lock, undefined, 2)}\n`);
}
const faults = lockfileFaults(lock.packages);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
const missing = withoutDigest(lock.packages);
console.log(`Lock file: ${Object.keys(lock.packages).length - 1} packages.`);
if (missing.length > 0)
  console.log(`${missing.length} for other platforms have no digest: \`npm run lockfile -- --complete\` fetches them.`);

/**
 * The entry in npm's form, with the digest after the version. An entry that is missing in the registry stays unchanged.
 */
function completed(path: string, { version = '', ...rest }: LockedPackage): LockedPackage {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const asked = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const integrity = asked.stdout.trim();
  if (integrity.startsWith('sha512-')) return { version, integrity, ...rest };
  console.error(`The registry returns no digest for ${name}@${version}.`);
  return { version, ...rest };
}
