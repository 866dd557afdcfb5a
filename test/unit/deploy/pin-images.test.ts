import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truetally-pin-'));
  for (const name of ['deploy', 'bin']) mkdirSync(join(folder, name));
  for (const name of ['docker-compose.yml', 'deploy/pin-images.sh']) copyFileSync(name, join(folder, name));
  writeFileSync(join(folder, '.env'), 'TRUETALLY_APIS=2\n# POSTGRES_IMAGE=an example\nPOSTGRES_IMAGE=postgres:old\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script with a `docker` that answers queries to the registry with this line of shell. */
function pin(docker: string): string {
  const file = join(folder, 'bin', 'docker');
  writeFileSync(file, `#!/bin/sh\n${docker}\n`);
  chmodSync(file, 0o755);
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
  return execFileSync('sh', [join(folder, 'deploy/pin-images.sh')], { env, encoding: 'utf8', stdio: 'pipe' });
}

const settings = (): string[] => readFileSync(join(folder, '.env'), 'utf8').trim().split('\n');

describe('deploy/pin-images.sh', () => {
  it('pins every foreign image of the compose file, and keeps the other settings', () => {
    const images = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)]
      .map(([, name = '', image = '']) => `${name}=${image}@sha256:of-${image}`)
      .filter((line) => !line.startsWith('TRUETALLY_IMAGE='));
    const pinned = [...new Set(images)].sort();
    expect(pinned).toHaveLength(8);
    const printed = pin('echo "sha256:of-$4"');
    expect(printed.trim().split('\n').sort()).toEqual(pinned);
    const kept = ['TRUETALLY_APIS=2', '# POSTGRES_IMAGE=an example'];
    expect(settings().slice(0, 2)).toEqual(kept);
    expect(settings().slice(2).sort()).toEqual(pinned);
    pin('echo "sha256:of-$4"');
    expect(settings()).toHaveLength(kept.length + pinned.length);
  });

  it('changes nothing if a registry does not answer', () => {
    const before = settings();
    expect(() => pin('echo "no such host" >&2; exit 1')).toThrow();
    expect(() => pin('[ "$4" = grafana/grafana:13.2.3 ] || echo "sha256:of-$4"')).toThrow();
    expect(settings()).toEqual(before);
  });
});

describe('an image', () => {
  it('has the exact version of one release in every position', () => {
    const named = ['docker-compose.yml', 'Dockerfile'].flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:image: |FROM |_IMAGE(?::-|=))(?!\$)([\w./-]+:?[\w.-]*)/g)].map(
        ([, image = '']) => image,
      ),
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((image) => !/:v?\d+\.\d+/.test(image))).toEqual([]);
  });
});
