import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../domain/kernel/clock.ts';
import { auditCommand } from '../../runtime/commands/audit-command.ts';
import { createProgram, runProgram } from '../../runtime/commands/program.ts';
import { userName } from '../../runtime/commands/user-name.ts';
import { readConfiguration } from '../../runtime/configuration/configuration.ts';
import { readConnection } from '../../runtime/addresses/connection.ts';
import { findFreePort } from '../../runtime/addresses/find-free-port.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { createAuditStore } from '../../store/installation/audit-store.ts';
import { listAppliedMigrations } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { findLivingEngine } from '../processes/engine-record.ts';
import { superuserUrl } from '../engines/postgres-roles.ts';
import { POSTGRES_MAJOR, startPostgres } from '../engines/start-postgres.ts';
import { lockDataFolder } from '../processes/lock-data-folder.ts';
import { backUpPostgres } from './back-up-postgres.ts';
import { BACKUP_FORMAT_VERSION, type BackupEnd } from './backup-format.ts';
import { writeBackupFolder } from './backup-folder.ts';
import { BackupWriter } from './backup-writer.ts';
import { formatMebibytes, reportProgress } from './report-progress.ts';
import { requireCompleteData } from './restore-mark.ts';
import { systemPaths, type SystemPaths } from './system-paths.ts';

const clock: Clock = { now: () => new Date() };

const program = createProgram(
  'npm run backup --',
  'Copies Postgres, the journal and captured content of a running or stopped embedded system into a folder.',
)
  .argument('<folder>', 'the target folder, which must not exist yet')
  .action(backUp);

async function backUp(target: string): Promise<void> {
  const paths = systemPaths(readConfiguration(process.env));
  requireSystem(paths);
  const end = await withPostgres(paths, async (databaseUrl) => {
    const pool = createPool(databaseUrl);
    try {
      const command = { name: 'backup', values: {}, operator: userName() };
      return await auditCommand(createAuditStore(pool, clock), command, async () => {
        const migration = (await listAppliedMigrations(pool)).at(-1) ?? '';
        const { data, journal, content } = paths;
        const sources = [data, journal, ...(content === undefined ? [] : [content])];
        return writeBackupFolder(target, sources, (folder) =>
          copyAll(folder, { places: paths, databaseUrl, migration }),
        );
      });
    } finally {
      await pool.end();
    }
  });
  console.log(`The backup in ${target} has ${end.files} files, ${formatMebibytes(end.bytes)}.`);
  console.log(
    'Environment variables (such as keys) and the configuration file are not included. Back them up separately.',
  );
}

function requireSystem({ data, postgres }: SystemPaths): void {
  if (!existsSync(join(postgres, 'superuser-password')))
    throw new StartupFault(
      `The folder ${data} contains no system yet. Run \`npm start\`, or name the data folder with TRUETALLY_DATA.`,
    );
  requireCompleteData(data);
}

/**
 * Calls `work` with the running Postgres, or with one that is started for this command under the lock of the data
 * folder.
 */
async function withPostgres<Result>(
  { data, postgres: folder }: SystemPaths,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const isRunning = (await findLivingEngine(folder, 'cluster')) !== undefined;
  const unlock = isRunning ? undefined : lockDataFolder(data);
  try {
    const report = (line: string): void => void process.stderr.write(`${line}\n`);
    const engine = await startPostgres({ folder, port: await findFreePort(), report });
    try {
      return await work(engine.url);
    } finally {
      if (!engine.adopted) await engine.stop();
    }
  } finally {
    unlock?.();
  }
}

interface Sources {
  readonly places: SystemPaths;
  readonly databaseUrl: string;
  readonly migration: string;
}

/** Copies all parts. Postgres is first, because it records how far the journal was read, and the journal only grows. */
async function copyAll(folder: string, { places: paths, databaseUrl, migration }: Sources): Promise<BackupEnd> {
  const header = {
    format: BACKUP_FORMAT_VERSION,
    made_at: clock.now().toISOString(),
    postgres_major: POSTGRES_MAJOR,
    architecture: process.arch,
    migration,
  };
  const writer = new BackupWriter(folder, header, reportProgress('copied'));
  try {
    await writer.makeFolder('postgres');
    for (const name of ['password', 'superuser-password'])
      await writer.addFile(join(paths.postgres, name), `postgres/${name}`);
    await backUpPostgres(superuserUrl(databaseUrl, paths.postgres), writer);
    await writer.addFolder(paths.journal, 'journal', (path) => path.endsWith('.part'));
    await writer.addFolder(paths.demo, 'demo');
    if (paths.content !== undefined) await writer.addFolder(paths.content, 'content');
    const kept = readConnection(paths.data);
    // The addresses are omitted: a command on the restored folder must not find the original system.
    if (kept !== undefined)
      await writer.addText(
        'connection.json',
        `${JSON.stringify({ credentials: kept.credentials, gateway_key: kept.gateway_key })}\n`,
      );
    return await writer.end();
  } finally {
    writer.abandon();
  }
}

await runProgram(
  program,
  'Postgres does not answer: wait until `npm start` is ready, or stop it, then run this again.',
);
