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
import { appliedMigrations } from '../../store/postgres/migrate-postgres.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { findLivingEngine } from '../processes/engine-record.ts';
import { superuserUrl } from '../engines/postgres-roles.ts';
import { POSTGRES_MAJOR, startPostgres } from '../engines/start-postgres.ts';
import { lockDataFolder } from '../processes/lock-data-folder.ts';
import { backUpPostgres } from './back-up-postgres.ts';
import { FORMAT, type BackupEnd } from './backup-format.ts';
import { writeBackupFolder } from './backup-folder.ts';
import { BackupWriter } from './backup-writer.ts';
import { mebibytes, reportProgress } from './report-progress.ts';
import { requireWholeData } from './restore-mark.ts';
import { systemPlaces, type SystemPlaces } from './system-places.ts';

const clock: Clock = { now: () => new Date() };

const program = createProgram(
  'npm run backup --',
  'Copies an embedded system into a folder, while it runs or while it is stopped: Postgres, the journal, captured content.',
)
  .argument('<folder>', 'where the backup goes; it does not exist yet')
  .action(backUp);

async function backUp(target: string): Promise<void> {
  const places = systemPlaces(readConfiguration(process.env));
  requireSystem(places);
  const end = await withPostgres(places, async (databaseUrl) => {
    const pool = createPool(databaseUrl);
    try {
      const command = { name: 'backup', values: {}, operator: userName() };
      return await auditCommand(createAuditStore(pool, clock), command, async () => {
        const migration = (await appliedMigrations(pool)).at(-1) ?? '';
        const { data, journal, content } = places;
        const sources = [data, journal, ...(content === undefined ? [] : [content])];
        return writeBackupFolder(target, sources, (folder) => copyAll(folder, { places, databaseUrl, migration }));
      });
    } finally {
      await pool.end();
    }
  });
  console.log(`${target} holds ${end.files} files, ${mebibytes(end.bytes)}.`);
  console.log('Not in it: variables of the environment, keys among them, and the configuration file. Keep them apart.');
}

function requireSystem({ data, postgres }: SystemPlaces): void {
  if (!existsSync(join(postgres, 'superuser-password')))
    throw new StartupFault(
      `There is no system in ${data} yet: run \`npm start\`, or name its folder with TRUETALLY_DATA.`,
    );
  requireWholeData(data);
}

/** The running Postgres, or one that is started for this command while no launcher can be. */
async function withPostgres<Result>(
  { data, postgres: folder }: SystemPlaces,
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
  readonly places: SystemPlaces;
  readonly databaseUrl: string;
  readonly migration: string;
}

/** Postgres first: it knows how far the journal was read, and the journal only grows. */
async function copyAll(folder: string, { places, databaseUrl, migration }: Sources): Promise<BackupEnd> {
  const header = {
    format: FORMAT,
    made_at: clock.now().toISOString(),
    postgres_major: POSTGRES_MAJOR,
    architecture: process.arch,
    migration,
  };
  const writer = new BackupWriter(folder, header, reportProgress('copied'));
  try {
    await writer.makeFolder('postgres');
    for (const name of ['password', 'superuser-password'])
      await writer.addFile(join(places.postgres, name), `postgres/${name}`);
    await backUpPostgres(superuserUrl(databaseUrl, places.postgres), writer);
    await writer.addFolder(places.journal, 'journal', (path) => path.endsWith('.part'));
    await writer.addFolder(places.demo, 'demo');
    if (places.content !== undefined) await writer.addFolder(places.content, 'content');
    const kept = readConnection(places.data);
    // Without addresses: a command on the restored folder must not find the system that this is a backup of.
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
