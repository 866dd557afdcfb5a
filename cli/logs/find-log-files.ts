import { readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { isSegmentName, segmentWriter } from '../../journal/files/segment-name.ts';
import { CommandFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';

/** A file of a decision log. */
export interface LogFile {
  /** The absolute path; `-` for standard input. */
  readonly path: string;
  /** The size in bytes; undefined for standard input and for pipes, which are read once. */
  readonly size: number | undefined;
}

/** The files of a decision log, and the place that names it. */
export interface Log {
  readonly files: readonly LogFile[];
  /** The log as it was named. */
  readonly name: string;
  /** The place for people, such as `--log` or `TRUETALLY_JOURNAL`. */
  readonly origin: string;
}

/** Standard input as a log. */
export const STANDARD_INPUT = '-';

const LOG_NAME = /\.(jsonl|ndjson|json|log)(\.(gz|zst))?$/;

/**
 * Finds the files of the decision log. `--log` comes first, then `TRUETALLY_JOURNAL`, the profile, the local
 * installation and `~/.gateway/decisions.jsonl`. A folder of segments has its segments in the order of their writers,
 * any other folder its files with the name of a log.
 *
 * @param stated the value of `--log`
 * @throws CommandFault `not_found` if the log does not exist, and `usage` if it cannot be read
 */
export function findLogFiles({ settings, cwd, env }: Context, stated: string | undefined): Log {
  const found = stated === undefined ? settings.find('log') : { value: stated, origin: '--log' };
  const home = env['HOME'] || homedir();
  const { value: name, origin } = found ?? {
    value: join(home, '.gateway', 'decisions.jsonl'),
    origin: 'the default place',
  };
  if (name === STANDARD_INPUT) return { files: [{ path: STANDARD_INPUT, size: undefined }], name, origin };
  if (/^\w+:\/\//.test(name)) {
    throw new CommandFault('usage', `The decision log ${name} is a stream, and tt reads files.`, {
      why: `it is named by ${origin}`,
      next: 'name a file or a folder of segments with --log',
    });
  }
  const path = resolve(cwd, name.startsWith('~/') ? join(home, name.slice(2)) : name);
  const named = { name, origin };
  const whole = fileAt(path);
  if (whole !== undefined) return { ...named, files: [whole] };
  // An existing folder without files is an installation without calls.
  const paths = isFolder(path) ? logFilesIn(path) : hasWildcard(name) ? matchesOf(path) : [];
  if (paths.length === 0 && !isFolder(path)) {
    throw new CommandFault('not_found', `The decision log ${name} does not exist.`, {
      why: `it is named by ${origin}`,
      next: 'name a file, a folder of segments or a pattern with --log, or - for standard input',
    });
  }
  return { ...named, files: paths.flatMap((each) => fileAt(each) ?? []) };
}

function fileAt(path: string): LogFile | undefined {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return undefined;
    return { path, size: stats.isFile() ? stats.size : undefined };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new CommandFault('usage', `The decision log ${path} cannot be read.`, { why: `of ${code ?? 'an error'}` });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function logFilesIn(folder: string): string[] {
  const names = readdirSync(folder).sort();
  const segments = names.filter((name) => isSegmentName(uncompressedName(name)));
  return (segments.length > 0 ? segments : names.filter((name) => LOG_NAME.test(name))).map((name) =>
    join(folder, name),
  );
}

function hasWildcard(name: string): boolean {
  return /[*?]/.test(name);
}

/** The paths that match a pattern with `*` and `?`, each within one name, and `**` for any folders. */
function matchesOf(pattern: string): string[] {
  const parts = pattern.split('/');
  const plain = parts.findIndex(hasWildcard);
  return below(parts.slice(0, plain).join('/') || '/', parts.slice(plain)).sort();
}

function below(folder: string, [part = '', ...rest]: readonly string[]): string[] {
  const names = isFolder(folder) ? readdirSync(folder) : [];
  if (part === '**') {
    const inner = names.filter((name) => isFolder(join(folder, name)));
    return [...below(folder, rest), ...inner.flatMap((name) => below(join(folder, name), [part, ...rest]))];
  }
  const matching = names.filter(
    (name) => patternOf(part).test(name) && (part.startsWith('.') || !name.startsWith('.')),
  );
  const paths = matching.map((name) => join(folder, name));
  return rest.length === 0 ? paths : paths.flatMap((path) => below(path, rest));
}

function patternOf(part: string): RegExp {
  const text = part
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${text}$`, 's');
}

/** The writer of a segment; undefined for any other file. */
export function writerOf({ path }: LogFile): string | undefined {
  const name = uncompressedName(basename(path));
  return isSegmentName(name) ? segmentWriter(name) : undefined;
}

function uncompressedName(name: string): string {
  return name.replace(/\.(gz|zst)$/, '');
}
