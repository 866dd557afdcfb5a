import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BUILT_CLI_VARIABLE } from '../../../../testing/cli/built-cli-variable.ts';

const SCRIPTS = join(process.env[BUILT_CLI_VARIABLE] ?? '', 'completions');
const folder = mkdtempSync(join(tmpdir(), 'truetally-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'settings.yaml'), '');
// A completion that starts Node finds this program, and fails.
mkdirSync(join(folder, 'bin'));
for (const name of ['node', 'tt'])
  writeFileSync(join(folder, 'bin', name), '#!/bin/sh\necho STARTED >&2\nexit 1\n', { mode: 0o755 });

const FUNCTIONS = `
_complete() {
  COMP_WORDS=("$@"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMPREPLY=()
  _tt
  printf '%s\\n' "\${COMPREPLY[@]}"
}
`;

const hasShell = (name: string): boolean => spawnSync('sh', ['-c', 'command -v "$0"', name]).status === 0;

/** Runs a shell without startup files, and returns its lines. It fails if the script writes an error. */
function linesOf(program: string, args: readonly string[]): string[] {
  const { stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder, LANG: 'C.UTF-8', TERM: 'dumb' },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('completion in bash', () => {
  const complete = (...words: readonly string[]): string[] =>
    linesOf('bash', [
      '--norc',
      '-c',
      `source "$0"; ${FUNCTIONS} _complete "$@"`,
      join(SCRIPTS, 'tt.bash'),
      'tt',
      ...words,
    ]);

  it.each([
    ['a first word', ['do'], ['doctor']],
    ['a command below a first word', ['config', 'sh'], ['show']],
    ['a flag', ['demo', '--ri'], ['--rich']],
    ['the values of a flag', ['--color', ''], ['auto', 'always', 'never']],
    ['a file', ['validate', '--config', 'sett'], ['settings.yaml']],
    ['a file after a short flag', ['validate', '-c', 'sett'], ['settings.yaml']],
    ['nothing for an unknown word', ['nowhere-'], []],
  ])('offers %s', (_what, words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });
});

describe.skipIf(!hasShell('fish'))('completion in fish', () => {
  const complete = (line: string): string[] =>
    linesOf('fish', ['--no-config', '-c', `source ${join(SCRIPTS, 'tt.fish')}; complete -C '${line}'`]);

  it.each([
    ['a first word', 'tt do', ['doctor']],
    ['a command below a first word', 'tt config sh', ['show']],
    ['a flag', 'tt demo --ri', ['--rich']],
    ['the values of a flag', 'tt --color ', ['always', 'auto', 'never']],
    ['a file', 'tt validate --config sett', ['settings.yaml']],
  ])('offers %s', (_what, line, expected) => {
    expect(complete(line)).toEqual(expected);
  });
});

describe.skipIf(!hasShell('zsh'))('completion in zsh', () => {
  const complete = (...words: readonly string[]): string[] =>
    linesOf('zsh', [
      '-f',
      '-c',
      `compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print FILES; }
       source "$1"; shift; words=("$@"); CURRENT=$#words; _tt`,
      'zsh',
      join(SCRIPTS, 'tt.zsh'),
      'tt',
      ...words,
    ]);

  it('offers the words, flags, values and files of a place', () => {
    expect(complete('')).toEqual(expect.arrayContaining(['doctor', 'demo', 'help', '--json']));
    expect(complete('config', '')).toEqual(expect.arrayContaining(['show', 'list', 'use', 'path']));
    expect(complete('demo', '')).toEqual(expect.arrayContaining(['--rich', '--heartbeat']));
    expect(complete('--color', '')).toEqual(['auto', 'always', 'never']);
    expect(complete('validate', '-c', '')).toEqual(['FILES']);
  });
});

describe.skipIf(!hasShell('mandoc'))('the manual', () => {
  it('has no errors and no warnings', () => {
    const pages = execFileSync('ls', [join(SCRIPTS, '..', 'man')], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(pages).toEqual(expect.arrayContaining(['tt.1', 'tt-wrap.1', 'tt-doctor.1']));
    const paths = pages.map((name) => join(SCRIPTS, '..', 'man', name));
    const { stdout, stderr } = spawnSync('mandoc', ['-Tlint', '-W', 'warning', ...paths], { encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['', '']);
  });
});
