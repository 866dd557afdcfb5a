import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findCommit } from '../../../../runtime/telemetry/find-commit.ts';

const COMMIT = '5ef0e29b00000000000000000000000000000001';
const EARLIER = '5ef0e29b00000000000000000000000000000002';
const SHA_256 = 'a'.repeat(64);

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'truetally-commit-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes files below the folder, and finds the commit of a checkout in them. */
function commitOf(files: Readonly<Record<string, string>>, checkout = '.'): string | undefined {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return findCommit(join(folder, checkout));
}

const PACKED = `# pack-refs with: peeled fully-peeled sorted\n${EARLIER} refs/heads/main\n`;

it.each([
  ['the branch of HEAD', { '.git/HEAD': 'ref: refs/heads/a/b\n', '.git/refs/heads/a/b': `${COMMIT}\n` }, COMMIT],
  ['a HEAD without a branch', { '.git/HEAD': `${COMMIT}\n` }, COMMIT],
  ['a repository of SHA-256', { '.git/HEAD': `${SHA_256}\n` }, SHA_256],
  ['a packed branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': PACKED }, EARLIER],
  [
    'a packed branch that has moved',
    { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': PACKED, '.git/refs/heads/main': `${COMMIT}\n` },
    COMMIT,
  ],
  [
    'only another branch',
    { '.git/HEAD': 'ref: refs/heads/in\n', '.git/packed-refs': PACKED.replace('main', 'x/main') },
    undefined,
  ],
  ['a repository without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, undefined],
  ['a HEAD without a commit', { '.git/HEAD': 'abc\n' }, undefined],
  ['no repository', {}, undefined],
])('finds the commit of %s', (_name, files, commit) => {
  expect(commitOf(files)).toBe(commit);
});

it('finds the commit of a worktree, whose branches are those of the repository', () => {
  const files = {
    'worktree/.git': 'gitdir: ../repository/.git/worktrees/one\n',
    'repository/.git/worktrees/one/HEAD': 'ref: refs/heads/one\n',
    'repository/.git/worktrees/one/commondir': '../..\n',
    'repository/.git/refs/heads/one': `${COMMIT}\n`,
    'repository/.git/HEAD': `${EARLIER}\n`,
  };
  expect(commitOf(files, 'worktree')).toBe(COMMIT);
});
