import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import type { Contract } from './breaking-changes.ts';
import type { DocumentVersion } from './compare-versions.ts';
import { readReleaseRecord, RELEASE_RECORD } from './release-record.ts';

/** A document of the customer lane has about 1 MB. */
const MAX_OUTPUT_BYTES = 67_108_864;

/**
 * The committed versions of a document since the last release, oldest first, on the line of first parents. The oldest
 * is the version before the commit of the release, so that a release is compared, too. Before a release is committed,
 * it is the last version. The list is empty without a repository, and a shallow clone has only its own commits.
 */
export function committedVersions(project: string, path: string): DocumentVersion[] {
  const first = firstCommit(project);
  const later = linesOf(project, ['log', '--first-parent', '--reverse', '--format=%H', `${first}..HEAD`, '--', path]);
  return [first, ...later].flatMap((commit) => versionAt(project, path, commit) ?? []);
}

/** The commit before that of the last release, or that of the release if it has no predecessor. */
function firstCommit(project: string): string {
  const record = readReleaseRecord(project);
  const committed = outputOf(project, ['show', `HEAD:${RELEASE_RECORD}`]);
  if (committed === undefined || !isDeepStrictEqual(JSON.parse(committed), record)) return 'HEAD';
  const [release = 'HEAD'] = linesOf(project, ['log', '-1', '--first-parent', '--format=%H', '--', RELEASE_RECORD]);
  const [before = release] = linesOf(project, ['rev-parse', '--verify', '--quiet', `${release}^`]);
  return before;
}

/** The document at a revision of the repository; undefined if either does not exist. */
export function versionAt(project: string, path: string, revision: string): DocumentVersion | undefined {
  const text = outputOf(project, ['show', `${revision}:${path}`]);
  if (text === undefined) return undefined;
  const at = /^[0-9a-f]{40}$/.test(revision) ? `commit ${revision.slice(0, 8)}` : revision;
  return { at, contract: JSON.parse(text) as Contract };
}

/**
 * True if the document had this text in a commit of the repository. A shallow clone and a folder without a repository
 * cannot tell, and are not held to it.
 */
export function wasCommitted(project: string, path: string, text: string): boolean {
  if (outputOf(project, ['rev-parse', '--is-shallow-repository'])?.trim() !== 'false') return true;
  const [blob = ''] = linesOf(project, ['hash-object', '--stdin'], text);
  return linesOf(project, ['log', '-1', '--format=%H', `--find-object=${blob}`, '--', path]).length > 0;
}

/** True if the working tree has changes that are not committed. */
export function hasUncommittedChanges(project: string): boolean {
  return linesOf(project, ['status', '--porcelain']).length > 0;
}

function linesOf(project: string, command: readonly string[], input?: string): string[] {
  return (outputOf(project, command, input) ?? '').split('\n').filter((line) => line !== '');
}

/** The output of a git command; undefined if it fails. */
function outputOf(project: string, command: readonly string[], input = ''): string | undefined {
  try {
    return execFileSync('git', command, {
      cwd: project,
      encoding: 'utf8',
      input,
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: 'pipe',
    });
  } catch {
    return undefined;
  }
}
