import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A Debian package to make. */
export interface DebPlan {
  readonly project: string;
  /** The folder with `usr`, which gets the folder `DEBIAN`. */
  readonly root: string;
  readonly file: string;
  readonly version: string;
  /** The time of every file, in seconds. */
  readonly epoch: number;
}

/**
 * Makes a Debian package of a tree. The package has no scripts, no settings and no service, so it leaves nothing
 * behind.
 */
export function makeDeb({ project, root, file, version, epoch }: DebPlan): void {
  const docs = join(root, 'usr', 'share', 'doc', 'truetally');
  mkdirSync(docs, { recursive: true });
  cpSync(join(project, 'LICENSE'), join(docs, 'copyright'));
  execFileSync('find', [join(root, 'usr', 'share', 'man'), '-name', '*.1', '-exec', 'gzip', '-9n', '{}', '+']);
  const size = execFileSync('du', ['-sk', join(root, 'usr')], { encoding: 'utf8' }).split('\t', 1)[0] ?? '0';
  const control = readFileSync(join(project, 'deploy', 'packages', 'control'), 'utf8');
  const folder = join(root, 'DEBIAN');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'control'), control.replace('{version}', version).replace('{size}', size));
  execFileSync('chmod', ['-R', 'go=rX,u+rw', root]);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z2', '--build', root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(epoch) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
