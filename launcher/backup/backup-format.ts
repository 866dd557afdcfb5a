/** Counted up when a release before this one could not restore what this one writes. */
export const FORMAT = 1;

/** The file that describes a backup: one JSON document a line, so that it is read and written in bounded memory. */
export const MANIFEST = 'manifest.jsonl';

/** The parts of a backup, each a folder in it or, of `connection.json`, a file. */
export const BACKUP_PARTS = ['postgres', 'journal', 'demo', 'content', 'connection.json'] as const;
export type BackupPart = (typeof BACKUP_PARTS)[number];

/** The first line: what the backup was made of. */
export interface BackupHeader {
  readonly format: number;
  readonly made_at: string;
  /** The major version of Postgres whose files it holds. */
  readonly postgres_major: string;
  /** The machine that they belong to: files of Postgres are not portable. */
  readonly architecture: string;
  /** The newest migration of its tables. */
  readonly migration: string;
}

/** A line for each file, and for each folder, which may be empty. */
export type BackupEntry =
  | { readonly folder: string }
  | { readonly file: string; readonly bytes: number; readonly sha256: string };

/** The last line. Without it, or with another digest, the manifest is not whole. */
export interface BackupEnd {
  readonly files: number;
  readonly bytes: number;
  /** The digest of all lines before this one, with their line feeds. */
  readonly sha256: string;
}

const SEGMENT = /^(?!\.{1,2}$)[^/\\\0]+$/;

/** True if a path of a manifest leads into a part of a backup, and nowhere else. */
export function isPathInBackup(path: string): boolean {
  const segments = path.split('/');
  return (
    segments.every((segment) => SEGMENT.test(segment)) &&
    (BACKUP_PARTS as readonly string[]).includes(segments[0] ?? '')
  );
}
