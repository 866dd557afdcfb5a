/** The version of the format. It increases when earlier releases cannot restore what this one writes. */
export const BACKUP_FORMAT_VERSION = 1;

/** The file that describes a backup: one JSON document a line, so that it is read and written in bounded memory. */
export const MANIFEST_FILE = 'manifest.jsonl';

/** The parts of a backup. Each is a folder in it, except the file `connection.json`. */
export const BACKUP_PARTS = ['postgres', 'journal', 'demo', 'content', 'connection.json'] as const;
export type BackupPart = (typeof BACKUP_PARTS)[number];

/** The first line of the manifest: the origin of the backup. */
export interface BackupHeader {
  readonly format: number;
  readonly made_at: string;
  /** The major version of Postgres that wrote the files. */
  readonly postgres_major: string;
  /** The architecture of the machine: files of Postgres are not portable. */
  readonly architecture: string;
  /** The newest migration of the tables. */
  readonly migration: string;
}

/** A line of the manifest for a file or a folder, which may be empty. */
export type BackupEntry =
  | { readonly folder: string }
  | { readonly file: string; readonly bytes: number; readonly sha256: string };

/** The last line of the manifest. If it is missing or its digest differs, the manifest is incomplete. */
export interface BackupEnd {
  readonly files: number;
  readonly bytes: number;
  /** The digest of all lines before this one, with their line feeds. */
  readonly sha256: string;
}

const SEGMENT = /^(?!\.{1,2}$)[^/\\\0]+$/;

/** True if a path of a manifest is inside a part of the backup. */
export function isPathInBackup(path: string): boolean {
  const segments = path.split('/');
  return (
    segments.every((segment) => SEGMENT.test(segment)) &&
    (BACKUP_PARTS as readonly string[]).includes(segments[0] ?? '')
  );
}
