import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The commit of HEAD in a Git checkout, in hexadecimal digits; undefined if the folder is no checkout or has no commit.
 * The function reads the files of the repository, so that a process needs no Git and waits for no command.
 *
 * @param checkout the folder that holds `.git`, a folder or the file of a worktree
 */
export function findCommit(checkout: string): string | undefined {
  const own = ownFolder(checkout);
  const head = textOf(join(own, 'HEAD'));
  const name = head?.startsWith('ref: ') === true ? head.slice('ref: '.length) : undefined;
  const commit = name === undefined ? head : commitOf(name, own);
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

/** The folder that holds HEAD; each worktree has its own inside the repository. */
function ownFolder(checkout: string): string {
  const entry = join(checkout, '.git');
  const link = /^gitdir: (.+)$/.exec(textOf(entry) ?? '')?.[1];
  return link === undefined ? entry : resolve(checkout, link);
}

/** The commit of a branch, from its own file or from the list of packed branches. */
function commitOf(name: string, own: string): string | undefined {
  const shared = resolve(own, textOf(join(own, 'commondir')) ?? '.');
  const packed = textOf(join(shared, 'packed-refs'))?.split('\n') ?? [];
  return textOf(join(shared, name)) ?? packed.find((line) => line.endsWith(` ${name}`))?.split(' ', 1)[0];
}

/** The text of a file without the line end; undefined if it cannot be read. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}
