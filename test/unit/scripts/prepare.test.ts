import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

const PREPARE = join(import.meta.dirname, '..', '..', '..', 'scripts', 'prepare.mjs');

/** A script that unpacks one package of two. It ends when a process has read its state, or after half a minute. */
const NPM = `#!/bin/sh
mkdir -p node_modules/a
echo '{}' >node_modules/a/package.json
rounds=0
until [ -e heard ] || [ $rounds -ge 300 ]; do
  sleep 0.1
  rounds=$((rounds + 1))
done
`;

/** A module that makes the polling a hundred times as frequent. */
const HURRIED = `data:text/javascript,
  import timers from 'node:timers';
  import { syncBuiltinESMExports } from 'node:module';
  const { setInterval } = timers;
  timers.setInterval = (work, milliseconds) => setInterval(work, milliseconds / 100);
  syncBuiltinESMExports();`;

/** Creates a project that has installed nothing yet, with its own npm. */
function aProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['scripts', 'bin']) mkdirSync(join(folder, name));
  copyFileSync(PREPARE, join(folder, 'scripts', 'prepare.mjs'));
  const packages = { '': {}, 'node_modules/a': {}, 'node_modules/b': {} };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  writeFileSync(join(folder, 'bin', 'npm'), NPM);
  chmodSync(join(folder, 'bin', 'npm'), 0o755);
  return folder;
}

it('reports the progress of an installation while npm prints nothing', { timeout: 120_000 }, async () => {
  const folder = aProject();
  const script = "import { prepare } from './scripts/prepare.mjs'; await prepare();";
  const child = spawn(process.execPath, ['--import', HURRIED, '--input-type=module', '-e', script], {
    cwd: folder,
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.on('data', (printed: Buffer) => {
    if (printed.includes('1 of up to 2 packages are installed')) writeFileSync(join(folder, 'heard'), '');
  });
  const lines = (await text(child.stdout)).split('\n');
  expect(lines[0]).toBe('installing dependencies (once per version, a few minutes)');
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}1 of up to 2 packages are installed \(\d+ s\)$/));
});

it.each([
  ['a link', '', /^truetally: node_modules in .* is a link, and its packages are older than the lockfile\./],
  [
    'missing for a command that fetches nothing',
    '{ mayInstall: false }',
    /^truetally: The dependencies in .* are missing or old\. Run `npm ci`/,
  ],
])('runs no installer if node_modules is %s', (_what, options, says) => {
  const folder = aProject();
  mkdirSync(join(folder, 'packages-of-another'));
  writeFileSync(join(folder, 'packages-of-another', 'kept'), '');
  symlinkSync('packages-of-another', join(folder, 'node_modules'));
  const script = `import { prepare } from './scripts/prepare.mjs'; await prepare(${options});`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}` },
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(says);
  expect(readdirSync(join(folder, 'packages-of-another'))).toEqual(['kept']);
});
