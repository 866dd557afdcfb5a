import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { DatabaseClient } from '../../store/postgres/database-client.ts';
import type { BackupWriter } from './backup-writer.ts';

/** The folder of the cluster's files in a backup. */
const CLUSTER = 'postgres/cluster';

/** The folders that Postgres refills when it starts. The backup stores them empty. */
const EMPTIED = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|global\/pg_control)$/;
const TEMPORARY = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;

/**
 * Copies a cluster while its server runs. The copy contains everything that was committed when the copying ended, and a
 * server that starts on it recovers to that moment. The method is that of `pg_basebackup`, which the embedded package
 * lacks.
 *
 * @param superuserUrl the URL of the running server, as its superuser
 */
export async function backUpPostgres(superuserUrl: string, writer: BackupWriter): Promise<void> {
  const client = new DatabaseClient({ connectionString: superuserUrl });
  try {
    await client.connect();
    const folder = textOf(await client.query(`SELECT current_setting('data_directory') AS text`));
    // The temporary slot keeps the write-ahead log during the copy. The server drops it when this session ends for any
    // reason.
    await client.query(`SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
    const first = textOf(await client.query(`SELECT pg_walfile_name(pg_backup_start('truetally', true)) AS text`));
    await writer.addFolder(folder, CLUSTER, isExcluded);
    for (const name of ['archive_status', 'summaries']) await writer.makeFolder(`${CLUSTER}/pg_wal/${name}`);
    // The control file is copied last: it states up to which point the other files are valid.
    await writer.addFile(join(folder, 'global', 'pg_control'), `${CLUSTER}/global/pg_control`);
    const { rows } = await client.query(
      `SELECT labelfile AS label, spcmapfile AS tablespaces, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)`,
    );
    const [{ label, tablespaces, last }] = rows as [{ label: string; tablespaces: string; last: string }];
    if (tablespaces.trim() !== '')
      throw new StartupFault(
        'The embedded Postgres has tablespaces, and a backup cannot contain them. Move their tables into the default tablespace.',
      );
    await writer.addText(`${CLUSTER}/backup_label`, label);
    const log = join(folder, 'pg_wal');
    for (const name of (await readdir(log)).filter((file) => isNeeded(file, first, last)))
      await writer.addFile(join(log, name), `${CLUSTER}/pg_wal/${name}`);
  } catch (error) {
    throw client.broken ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isExcluded(path: string): boolean {
  const [top = '', ...below] = path.split('/');
  return (below.length > 0 && EMPTIED.includes(top)) || LEFT_OUT.test(path) || TEMPORARY.test(path);
}

/** True for a segment of the log from `first` to `last`, and for a history file of timelines. */
function isNeeded(name: string, first: string, last: string): boolean {
  if (/^[0-9A-F]{8}\.history$/.test(name)) return true;
  return /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
}

function textOf({ rows }: { readonly rows: readonly unknown[] }): string {
  return (rows as [{ text: string }])[0].text;
}
