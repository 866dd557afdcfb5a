import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILT_CLI_VARIABLE } from '../../../../testing/cli/built-cli-variable.ts';

const ENTRY = join(process.env[BUILT_CLI_VARIABLE] ?? '', 'tt.cjs');

/** Writes the modules of Node that a process has loaded, and the files that it has required, at its end. */
const LIST = `data:text/javascript,
  import { writeSync } from 'node:fs';
  process.on('exit', () => writeSync(2, '\\n' + JSON.stringify(process.moduleLoadList)));`;

/** The modules that a line loads, besides those of a program that writes one text. */
function modulesOf(args: readonly string[]): string[] {
  const run = (more: readonly string[]): string[] => {
    const { stderr } = spawnSync(process.execPath, ['--import', LIST, ...more], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    });
    return JSON.parse(stderr.slice(stderr.lastIndexOf('\n'))) as string[];
  };
  // Node itself loads the modules of a pipe with the first text that is written to it.
  const usual = new Set(run(['-e', 'process.stdout.write("0")']));
  return run([ENTRY, ...args]).filter((name) => !usual.has(name));
}

describe('the start of tt', () => {
  it.each([
    [['--version']],
    [['version', '--json']],
    [['--help']],
    [['help', 'exit-codes']],
    [['demo', '--help']],
    [['completion', 'fish']],
  ])('answers %j with few modules, and opens no socket', (args) => {
    const modules = modulesOf(args);
    expect(
      modules.filter((name) => /\b(net|http|https|tls|dns|child_process|crypto|worker_threads)$/.test(name)),
    ).toEqual([]);
    expect(modules.length).toBeLessThanOrEqual(15);
  });

  it('needs an entry of a few kilobytes', () => {
    expect(statSync(ENTRY).size).toBeLessThan(10_000);
  });
});
