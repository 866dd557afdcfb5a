import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Packs a folder into a tarball, compressed by xz, and writes its SHA-256 into a file next to it. Order, owners and
 * times are fixed, so that the same tree gives the same bytes.
 *
 * @param epoch the time of every file, in seconds
 */
export async function makeTarball(folder: string, file: string, epoch: number): Promise<void> {
  execFileSync(
    'tar',
    [
      ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`, '--mode=go=rX,u+rw'],
      ...['--format=gnu', '-I', 'xz -2 -T2', '-cf', file, '-C', dirname(folder), basename(folder)],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  writeFileSync(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`);
}
