import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BACKUP_FORMAT_VERSION,
  isPathInBackup,
  MANIFEST_FILE,
  type BackupHeader,
} from '../../../../launcher/backup/backup-format.ts';
import { writeBackupFolder } from '../../../../launcher/backup/backup-folder.ts';
import { BackupWriter } from '../../../../launcher/backup/backup-writer.ts';
import { checkBackup } from '../../../../launcher/backup/read-backup.ts';
import { markRestore, requireCompleteData } from '../../../../launcher/backup/restore-mark.ts';
import { stageBackup } from '../../../../launcher/backup/stage-backup.ts';
import { occupiedPaths, swapParts } from '../../../../launcher/backup/swap-parts.ts';
import { processStartTime } from '../../../../launcher/processes/engine-process.ts';

let root: string;
let source: string;
let backup: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'truetally-backup-'));
  [source, backup] = [join(root, 'source'), join(root, 'backup')];
  mkdirSync(join(source, 'imports', 'empty'), { recursive: true });
  writeFileSync(join(source, 'a.jsonl'), '{"a":1}\n');
  writeFileSync(join(source, 'imports', 'b.gz'), 'b'.repeat(100_000));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const HEADER: BackupHeader = {
  format: BACKUP_FORMAT_VERSION,
  made_at: '2026-11-27T08:00:00.000Z',
  postgres_major: '18',
  architecture: 'x64',
  migration: '0002_b',
};
const HERE = { postgresMajor: '18', architecture: 'x64', migrations: ['0001_a', '0002_b'] };
const silent = (): void => undefined;

async function write(folder: string, header = HEADER): Promise<void> {
  const writer = new BackupWriter(folder, header, silent);
  await writer.addFolder(source, 'journal', (path) => path.endsWith('.part'));
  await writer.addText('connection.json', '{}');
  await writer.end();
}

const make = (header = HEADER): Promise<void> => writeBackupFolder(backup, [source], (folder) => write(folder, header));
const stage = (): Promise<void> =>
  stageBackup(backup, { journal: join(root, 'j'), 'connection.json': join(root, 'c') }, silent);

/** The paths of everything below a folder. */
const namesIn = (folder: string): string[] => (readdirSync(folder, { recursive: true }) as string[]).sort();

describe('a backup', () => {
  it('contains files, empty folders and a manifest that describes them', async () => {
    writeFileSync(join(source, 'unfinished.part'), 'x');
    await make();
    expect(namesIn(backup)).toEqual([
      'connection.json',
      'journal',
      'journal/a.jsonl',
      'journal/imports',
      'journal/imports/b.gz',
      'journal/imports/empty',
      MANIFEST_FILE,
    ]);
    expect(await checkBackup(backup, HERE)).toMatchObject({ files: 3, bytes: 100_010 });
    const digest = createHash('sha256').update('{"a":1}\n').digest('hex');
    expect(readFileSync(join(backup, MANIFEST_FILE), 'utf8')).toContain(
      `{"file":"journal/a.jsonl","bytes":8,"sha256":"${digest}"}\n`,
    );
    await stage();
    expect(namesIn(join(root, 'j'))).toEqual(['a.jsonl', 'imports', 'imports/b.gz', 'imports/empty']);
    expect(readFileSync(join(root, 'j', 'a.jsonl'), 'utf8')).toBe('{"a":1}\n');
    expect(statSync(join(root, 'j', 'a.jsonl')).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'j', 'imports')).mode & 0o777).toBe(0o700);
  });

  it('refuses a folder that is not empty, is inside the copied folder, or has another writer', async () => {
    await expect(writeBackupFolder(source, [], write)).rejects.toThrow(
      `The folder ${source} is not empty. Name a folder that does not exist yet.`,
    );
    const inside = join(source, 'imports', 'backup');
    await expect(writeBackupFolder(inside, [join(root, 'absent'), source], write)).rejects.toThrow(
      `The folder ${inside} is inside ${source}, which the backup copies. Name a folder outside of it, preferably on another disk.`,
    );
    writeFileSync(
      `${backup}.unfinished.json`,
      JSON.stringify({ pid: process.pid, started: processStartTime(process.pid) }),
    );
    await expect(make()).rejects.toThrow(`Process ${process.pid} is writing a backup to ${backup}. Wait until it ends`);
  });

  it('is complete or absent, and starts again after a killed process', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const fail = async (folder: string): Promise<void> => {
      await write(folder);
      throw full;
    };
    await expect(writeBackupFolder(backup, [source], fail)).rejects.toBe(full);
    expect(readdirSync(root)).toEqual(['source']);
    mkdirSync(`${backup}.unfinished`);
    writeFileSync(join(`${backup}.unfinished`, MANIFEST_FILE), '{"for');
    writeFileSync(`${backup}.unfinished.json`, '{"pid":');
    await make();
    expect(readdirSync(root).sort()).toEqual(['backup', 'source']);
    expect((await checkBackup(backup, HERE)).files).toBe(3);
  });

  it('excludes a file that disappears during the copy', async () => {
    await writeBackupFolder(backup, [source], async (folder) => {
      const writer = new BackupWriter(folder, HEADER, silent);
      await writer.addFile(join(source, 'gone'), 'journal/gone');
      await writer.addFile(join(source, 'a.jsonl'), 'journal/a.jsonl');
      await writer.end();
    });
    expect((await checkBackup(backup, HERE)).files).toBe(1);
  });
});

describe('a restore', () => {
  it.each([
    [
      'of a newer format',
      { format: BACKUP_FORMAT_VERSION + 1 },
      'a newer release created it. Use that release or a later release.',
    ],
    ['of newer tables', { migration: '0003_c' }, 'a newer release created it. Use that release or a later release.'],
    ['of another Postgres', { postgres_major: '17' }, 'it contains files of Postgres 17, and this release has 18.'],
    ['of another machine', { architecture: 'arm64' }, 'it was created on arm64, and this machine is x64.'],
  ])('is refused: %s', async (_, change, why) => {
    await make({ ...HEADER, ...change });
    await expect(checkBackup(backup, HERE)).rejects.toThrow(
      `The backup ${backup} cannot be restored here, because ${why}`,
    );
  });

  const lines = (): string[] => readFileSync(join(backup, MANIFEST_FILE), 'utf8').trimEnd().split('\n');
  const rewrite = (changed: readonly string[]): void =>
    writeFileSync(join(backup, MANIFEST_FILE), changed.map((line) => `${line}\n`).join(''));
  /** The lines with a new, correct last line. */
  const resealed = (changed: readonly string[]): string[] => {
    const sha256 = createHash('sha256')
      .update(changed.map((line) => `${line}\n`).join(''))
      .digest('hex');
    return [...changed, JSON.stringify({ files: 3, bytes: 100_010, sha256 })];
  };

  it.each([
    ['the end is missing', () => rewrite(lines().slice(0, -1))],
    ['a line is not a JSON document', () => truncateSync(join(backup, MANIFEST_FILE), 300)],
    ['a line is not a JSON document', () => rewrite([...lines().slice(0, -1), '7'])],
    ['it was changed after the backup', () => rewrite(lines().filter((_, index) => index !== 2))],
    ['the counts differ from the list', () => rewrite(resealed(lines().slice(0, -2)))],
    ['lines follow the last line', () => appendFileSync(join(backup, MANIFEST_FILE), '{"folder":"journal"}\n')],
    ['the first line is missing', () => rewrite(lines().slice(1))],
    [
      '"../../etc/passwd" is not a path of a backup',
      () => rewrite(resealed([...lines().slice(0, -1), '{"file":"../../etc/passwd","bytes":0,"sha256":""}'])),
    ],
  ])('is refused before it reads a file: %s', async (why, damage) => {
    await make();
    damage();
    await expect(checkBackup(backup, HERE)).rejects.toThrow(
      `The backup ${backup} is damaged (${MANIFEST_FILE}: ${why}). Nothing was changed. Restore another backup.`,
    );
  });

  it('is refused without a backup', async () => {
    await expect(checkBackup(source, HERE)).rejects.toThrow(
      `The folder ${source} is not a backup, because it has no ${MANIFEST_FILE}.`,
    );
  });

  it.each([
    ['is missing', () => rmSync(join(backup, 'journal', 'a.jsonl'))],
    ['has other content', () => writeFileSync(join(backup, 'journal', 'a.jsonl'), '{"a":2}\n')],
    ['has 7 bytes instead of 8', () => truncateSync(join(backup, 'journal', 'a.jsonl'), 7)],
  ])('stages nothing of a backup whose file %s', async (what, damage) => {
    await make();
    damage();
    await expect(stage()).rejects.toThrow(`The backup ${backup} is damaged: journal/a.jsonl ${what}.`);
    expect(readdirSync(root).sort()).toEqual(['backup', 'source']);
  });

  it('accepts only paths of its parts', () => {
    const paths = [
      'journal',
      'journal/a/..b',
      'connection.json',
      'journal/../x',
      'journal//x',
      '/journal',
      'other',
      '',
      '.',
    ];
    expect(paths.filter(isPathInBackup)).toEqual(['journal', 'journal/a/..b', 'connection.json']);
  });

  it('moves the old system away, and reports this state in between', async () => {
    const data = join(root, 'data');
    for (const name of ['journal', 'journal.restoring', 'empty']) mkdirSync(join(data, name), { recursive: true });
    writeFileSync(join(data, 'journal', 'old'), 'old');
    writeFileSync(join(data, 'journal.restoring', 'new'), 'new');
    const journal = join(data, 'journal');
    const old = occupiedPaths([journal, join(data, 'empty'), join(data, 'absent')]);
    expect(old).toEqual([journal]);
    const absent = new Map([[join(data, 'postgres.restoring'), join(data, 'postgres')]]);
    const swap = { dataFolder: data, backup, old, stamp: '1' };
    await expect(swapParts({ ...swap, staged: absent })).rejects.toThrow('ENOENT');
    expect(() => requireCompleteData(data)).toThrow(
      `A restore into ${data} was interrupted, so its parts do not belong together. Run \`npm run restore -- FOLDER --replace\` again.`,
    );
    const staged = new Map([[`${journal}.restoring`, journal]]);
    expect(await swapParts({ ...swap, old: [], staged })).toEqual([]);
    expect(() => requireCompleteData(data)).not.toThrow();
    expect(namesIn(data)).toEqual(['empty', 'journal', 'journal.replaced-1', 'journal.replaced-1/old', 'journal/new']);
  });

  it('names its backup', () => {
    markRestore(root, '/backups/one');
    expect(readFileSync(join(root, 'restore-unfinished'), 'utf8')).toBe('/backups/one\n');
    expect(existsSync(backup)).toBe(false);
  });
});
