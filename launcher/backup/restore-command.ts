import { existsSync, renameSync, mkdirSync, rmSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createProgram, runProgram } from '../../runtime/commands/program.ts';
import { readConfiguration } from '../../runtime/configuration/configuration.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { listKnownMigrations } from '../../store/postgres/migrate-postgres.ts';
import { POSTGRES_MAJOR } from '../engines/start-postgres.ts';
import { lockDataFolder } from '../processes/lock-data-folder.ts';
import { formatMebibytes, reportProgress } from './report-progress.ts';
import { checkBackup } from './read-backup.ts';
import { stageBackup, type StagingPaths } from './stage-backup.ts';
import { occupiedPaths, requireNoMounts, swapParts } from './swap-parts.ts';
import { systemPaths, type SystemPaths } from './system-paths.ts';
import { walkFolder } from './walk-folder.ts';

const clock: Clock = { now: () => new Date() };

const program = createProgram(
  'npm run restore --',
  'Restores a backup of `npm run backup` into the data folder of a stopped system. The next `npm start` loads its traffic into ClickHouse again.',
)
  .argument('<folder>', 'a folder that `npm run backup` created')
  .option('--replace', 'replaces the system in the data folder: its parts are renamed, and nothing is deleted')
  .action(restore);

async function restore(backup: string, { replace }: { replace?: true }): Promise<void> {
  const configuration = readConfiguration(process.env);
  const paths = systemPaths(configuration);
  requireOwnEngines(configuration);
  const restorable = {
    postgresMajor: POSTGRES_MAJOR,
    architecture: process.arch,
    migrations: await listKnownMigrations(),
  };
  const end = await checkBackup(backup, restorable);
  // Only this account may read our files, regardless of the shell's umask.
  process.umask(0o077);
  const unlock = lockDataFolder(paths.data);
  try {
    const old = requireRoom(paths, replace === true);
    await requireSpace(paths, end.bytes);
    const staging = stagingOf(paths);
    await stageBackup(backup, staging, reportProgress('restored'));
    const { content, ...moved } = staging;
    const targets = { postgres: paths.postgres, journal: paths.journal, demo: paths.demo };
    const staged = new Map(
      Object.entries({ ...targets, 'connection.json': join(paths.data, 'connection.json') }).flatMap(([part, to]) => {
        const from = moved[part as keyof typeof moved];
        return from !== undefined && existsSync(from) ? [[from, to] as const] : [];
      }),
    );
    const stamp = clock
      .now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '');
    const replaced = await swapParts({ dataFolder: paths.data, backup: resolve(backup), old, staged, stamp });
    if (content !== undefined && paths.content !== undefined) await mergeContent(content, paths.content);
    console.log(`${paths.data} now has the system of ${backup}: ${end.files} files, ${formatMebibytes(end.bytes)}.`);
    if (replaced.length > 0) console.log(`The old parts stay until you delete them:\n  ${replaced.join('\n  ')}`);
    if (paths.content === undefined && existsSync(join(backup, 'content')))
      console.log(
        'The captured content of the backup was not restored, because the configuration file captures no content.',
      );
    console.log('`npm start` starts the system and loads its traffic again. Reads are refused until then.');
  } finally {
    unlock();
  }
}

/** Requires embedded engines. Data in other engines would not match the restored state of Postgres. */
function requireOwnEngines({ clickhouseUrl, temporalAddress }: ReturnType<typeof readConfiguration>): void {
  if (clickhouseUrl === undefined && temporalAddress === undefined) return;
  throw new StartupFault(
    'TRUETALLY_CLICKHOUSE_URL or TRUETALLY_TEMPORAL_ADDRESS names your own engine, and this command does not empty it. Unset the variable, or follow the steps in docs/backup-and-restore.md.',
  );
}

/**
 * Requires that the target paths are free or may be replaced. A backup does not contain ClickHouse and Temporal, so
 * their folders from another state must not stay.
 */
function requireRoom(paths: SystemPaths, replaces: boolean): string[] {
  const { data, postgres, journal, demo, clickhouse, temporal } = paths;
  const all = [postgres, journal, demo, clickhouse, temporal, join(data, 'connection.json')];
  const old = occupiedPaths(all);
  if (old.length > 0 && !replaces)
    throw new StartupFault(
      `A system already exists (${old.join(', ')}). Name another data folder with TRUETALLY_DATA, or replace the system with --replace.`,
    );
  requireNoMounts(all);
  return old;
}

async function requireSpace({ data }: SystemPaths, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(data);
  if (bavail * bsize > bytes) return;
  throw new StartupFault(
    `The backup needs ${formatMebibytes(bytes)}, but only ${formatMebibytes(bavail * bsize)} are free at ${data}. Free space on this disk, or name another folder with TRUETALLY_DATA.`,
  );
}

/** The staging paths. They are next to the final ones, so that a rename moves each part into position. */
function stagingOf({ data, postgres, journal, demo, content }: SystemPaths): StagingPaths {
  const restoringPath = (path: string): string => `${path}.restoring`;
  return {
    postgres: restoringPath(postgres),
    journal: restoringPath(journal),
    demo: restoringPath(demo),
    'connection.json': restoringPath(join(data, 'connection.json')),
    ...(content !== undefined && { content: join(content, '.restoring') }),
  };
}

/** Adds the files of content to the existing ones: their names never repeat. */
async function mergeContent(staged: string, root: string): Promise<void> {
  for await (const { path, kind } of walkFolder(staged)) {
    const target = join(root, path);
    if (kind === 'file' && !existsSync(target)) {
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      renameSync(join(staged, path), target);
    }
  }
  rmSync(staged, { recursive: true, force: true });
}

await runProgram(program);
