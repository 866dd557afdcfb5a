import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Settings that do not depend on the user of the machine. */
const SETTINGS = ['user.name=Test', 'user.email=test@example.com', 'commit.gpgsign=false', 'core.hooksPath=/dev/null'];

/** A project in a folder of its own, with a repository. */
export interface GitProject {
  readonly folder: string;
  /** Writes a text, or a document as JSON, and creates its folder. */
  write(file: string, content: unknown): void;
  /** Commits all changes, and returns the first eight digits of the commit. */
  commit(): string;
  /** Clones the repository as CI does: without tags, and `origin/main` is the commit that is checked out. */
  clone(): string;
  remove(): void;
}

/** Creates a project with an empty repository. */
export function createGitProject(): GitProject {
  const parent = mkdtempSync(join(tmpdir(), 'truetally-versions-'));
  const folder = join(parent, 'project');
  mkdirSync(folder);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  return {
    folder,
    write(file, content) {
      const path = join(folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    },
    commit() {
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', '--allow-empty', '--message=Change');
      return git(folder, 'rev-parse', 'HEAD').slice(0, 8);
    },
    clone() {
      const copy = mkdtempSync(join(parent, 'clone-'));
      git(copy, 'clone', '--quiet', '--no-tags', folder, '.');
      return copy;
    },
    remove: () => rmSync(parent, { recursive: true }),
  };
}

function git(folder: string, ...command: readonly string[]): string {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return execFileSync('git', [...settings, ...command], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}
