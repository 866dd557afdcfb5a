import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const PACKAGES = join(PROJECT, '.cache', 'packages');
const MAX_NPM_BYTES = 5 * 1024 * 1024;

/** True for the run before a release. Packing half a gigabyte takes minutes. */
const isDeep = process.env['TRUETALLY_TEST_DEPTH'] === 'deep';

const folder = mkdtempSync(join(tmpdir(), 'truetally-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LOG = join(folder, 'empty.jsonl');
writeFileSync(LOG, '');

/** Runs an installed `tt` without Node in the `PATH`. */
function runInstalled(tt: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(tt, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' },
  });
  return { status, stdout, stderr };
}

function expectComplete(tt: string): void {
  expect(runInstalled(tt, ['--version'])).toMatchObject({ status: 0, stderr: '' });
  expect(runInstalled(tt, ['version', '--json'])).toMatchObject({ status: 0 });
  const doctor = runInstalled(tt, ['doctor', '--json']);
  expect([doctor.status, doctor.stderr]).toEqual([10, '']);
  expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: false });
  expect(runInstalled(tt, ['validate'])).toMatchObject({ status: 0, stderr: '' });
}

describe('the packages for npm', { timeout: 300_000 }, () => {
  it('install offline into an empty folder, run, and leave nothing behind', () => {
    execFileSync('node', ['--import', 'tsx', 'scripts/cli/package-command.ts', '--npm'], {
      cwd: PROJECT,
      stdio: 'ignore',
    });
    const [name = ''] = readdirSync(PACKAGES).filter((file) => /^truetally-\d.*\.tgz$/.test(file));
    const root = join(folder, 'npm');
    mkdirSync(root);
    writeFileSync(join(root, 'package.json'), '{}');
    const npm = (...args: readonly string[]) =>
      execFileSync('npm', [...args, '--prefix', root, '--offline', '--no-audit', '--no-fund'], {
        cwd: root,
        stdio: 'ignore',
      });
    npm('install', join(PACKAGES, name));
    const installed = join(root, 'node_modules', 'truetally');
    const size = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .map((file) => statSync(join(installed, file)))
      .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    expect(size).toBeLessThan(MAX_NPM_BYTES);
    const tt = join(installed, 'dist', 'tt.cjs');
    const run = (...args: readonly string[]) =>
      spawnSync(process.execPath, [tt, ...args], { cwd: root, encoding: 'utf8' });
    expect(run('--version').stdout).toMatch(/^tt \d/);
    const missing = run('demo');
    expect([missing.status, missing.stderr.includes('try: npm install @truetally/server')]).toEqual([2, true]);
    npm('uninstall', 'truetally');
    expect(existsSync(installed)).toBe(false);
  });
});

if (isDeep) {
  describe('tarball and Debian package', { timeout: 3_600_000 }, () => {
    it('install into an empty root, run, and are removed without a trace', () => {
      execFileSync('node', ['--import', 'tsx', 'scripts/cli/package-command.ts'], { cwd: PROJECT, stdio: 'ignore' });
      const fileOf = (suffix: string): string =>
        join(PACKAGES, readdirSync(PACKAGES).find((name) => name.endsWith(suffix)) ?? '');
      const unpacked = join(folder, 'tarball');
      mkdirSync(unpacked);
      execFileSync('tar', ['-xJf', fileOf('.tar.xz'), '-C', unpacked, '--strip-components=1']);
      expectComplete(join(unpacked, 'bin', 'tt'));
      rmSync(unpacked, { recursive: true });

      const root = join(folder, 'deb');
      const state = join(root, 'var', 'lib', 'dpkg');
      for (const name of ['info', 'updates', 'triggers']) mkdirSync(join(state, name), { recursive: true });
      for (const name of ['status', 'available']) writeFileSync(join(state, name), '');
      const dpkg = (...args: readonly string[]) =>
        execFileSync('dpkg', [`--root=${root}`, '--force-not-root', '--force-depends', '--log=/dev/null', ...args], {
          stdio: 'ignore',
        });
      dpkg('--install', fileOf('.deb'));
      expectComplete(join(root, 'usr', 'bin', 'tt'));
      dpkg('--purge', 'truetally');
      expect(readdirSync(root)).toEqual(['var']);
    });
  });
}
