import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartupFault } from '../../runtime/startup-fault.ts';
import {
  BACKUP_FORMAT_VERSION,
  isPathInBackup,
  MANIFEST_FILE,
  type BackupEnd,
  type BackupEntry,
  type BackupHeader,
} from './backup-format.ts';

/** The backups that this release and machine can restore. */
export interface RestorableBackups {
  readonly postgresMajor: string;
  readonly architecture: string;
  readonly migrations: readonly string[];
}

type Line = BackupHeader | BackupEntry | BackupEnd;

/**
 * Reads the complete manifest of a backup, but none of its files.
 *
 * @returns the content of its last line
 * @throws StartupFault if the manifest is incomplete, has a path outside the backup, or cannot be restored here
 */
export async function checkBackup(folder: string, restorable: RestorableBackups): Promise<BackupEnd> {
  const hash = createHash('sha256');
  let end: BackupEnd | undefined;
  let [number, files, bytes] = [0, 0, 0];
  for await (const { text, line } of linesOf(folder)) {
    number += 1;
    if (end !== undefined) throw damaged(folder, 'lines follow the last line');
    if (number === 1) requireRestorable(folder, line as BackupHeader, restorable);
    else if ('files' in line) {
      if (line.sha256 !== hash.digest('hex')) throw damaged(folder, 'it was changed after the backup');
      if (line.files !== files || line.bytes !== bytes) throw damaged(folder, 'the counts differ from the list');
      end = line;
      continue;
    } else {
      const path = pathOf(line as BackupEntry);
      if (!isPathInBackup(path)) throw damaged(folder, `${JSON.stringify(path)} is not a path of a backup`);
      if ('file' in line) [files, bytes] = [files + 1, bytes + line.bytes];
    }
    hash.update(`${text}\n`);
  }
  if (end === undefined) throw damaged(folder, 'the end is missing');
  return end;
}

/** The files and folders of a backup that `checkBackup` accepted. */
export async function* readEntries(folder: string): AsyncGenerator<BackupEntry> {
  for await (const { line } of linesOf(folder)) if ('file' in line || 'folder' in line) yield line;
}

function pathOf(entry: BackupEntry): string {
  return 'file' in entry ? entry.file : entry.folder;
}

async function* linesOf(folder: string): AsyncGenerator<{ text: string; line: Line }> {
  const file = join(folder, MANIFEST_FILE);
  if (!existsSync(file))
    throw new StartupFault(
      `The folder ${folder} is not a backup, because it has no ${MANIFEST_FILE}. Name a folder that \`npm run backup\` created.`,
    );
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    yield { text, line: parse(folder, text) };
}

function parse(folder: string, text: string): Line {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null) return line as Line;
  } catch {
    // The line below throws for it.
  }
  throw damaged(folder, 'a line is not a JSON document');
}

function damaged(folder: string, why: string): StartupFault {
  return new StartupFault(
    `The backup ${folder} is damaged (${MANIFEST_FILE}: ${why}). Nothing was changed. Restore another backup.`,
  );
}

function requireRestorable(folder: string, header: BackupHeader, restorable: RestorableBackups): void {
  const { format, postgres_major: major, architecture, migration } = header;
  if (typeof format !== 'number') throw damaged(folder, 'the first line is missing');
  const refuse = (why: string): never => {
    throw new StartupFault(`The backup ${folder} cannot be restored here, because ${why}`);
  };
  const isNewer = format > BACKUP_FORMAT_VERSION || !['', ...restorable.migrations].includes(migration);
  if (isNewer) refuse('a newer release created it. Use that release or a later release.');
  if (major !== restorable.postgresMajor)
    refuse(
      `it contains files of Postgres ${major}, and this release has ${restorable.postgresMajor}. Use the release that created it.`,
    );
  if (architecture !== restorable.architecture)
    refuse(`it was created on ${architecture}, and this machine is ${restorable.architecture}. Use pg_dump instead.`);
}
