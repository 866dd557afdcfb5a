import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { migrateClickHouse } from '../../analytics/migrate-clickhouse.ts';
import { startClickHouse } from '../../launcher/engines/start-clickhouse.ts';
import type { EmbeddedEngine } from '../../launcher/engines/embedded-engine.ts';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const START_MS = 60_000;
/** The settings that disable every cache of answers. The client reads settings from its URL. */
const NO_CACHES = '?clickhouse_setting_use_query_condition_cache=0&clickhouse_setting_use_query_cache=0';

/** Separate engines for the bench, in a temporary folder that is deleted with them. */
export interface InsightBenchWorld {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  /** Starts the API in a separate process and returns its address. */
  startApi(): Promise<string>;
  /** Stops everything and deletes the data. */
  drop(): Promise<void>;
}

export async function createInsightBenchWorld(report: (line: string) => void): Promise<InsightBenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-'));
  // For root, another account runs Postgres and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const engines: EmbeddedEngine[] = [];
  let api: ChildProcess | undefined;
  const drop = async (): Promise<void> => {
    api?.kill('SIGKILL');
    await Promise.all(engines.map((engine) => engine.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [postgresPort = 0, clickhousePort = 0, apiPort = 0] = await freePorts(3);
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, report });
    engines.push(postgres);
    const clickhouse = await startClickHouse({ folder: join(folder, 'clickhouse'), port: clickhousePort, report });
    engines.push(clickhouse);
    await migratePostgres(postgres.url);
    await migrateClickHouse(clickhouse.url);
    return {
      folder,
      databaseUrl: postgres.url,
      clickhouseUrl: `${clickhouse.url}${NO_CACHES}`,
      startApi: async () => {
        api = spawn(
          process.execPath,
          ['--max-semi-space-size=64', '--import', 'tsx', join(PROJECT, 'api', 'server.ts')],
          {
            cwd: PROJECT,
            env: {
              ...process.env,
              TRUETALLY_DATABASE_URL: postgres.url,
              TRUETALLY_CLICKHOUSE_URL: `${clickhouse.url}${NO_CACHES}`,
              TRUETALLY_PORT: String(apiPort),
              // The bench measures the speed of the API and not its limits.
              TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
              TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
              TRUETALLY_CONNECTIONS_PER_ADDRESS: '4000',
              TRUETALLY_LOG_LEVEL: 'error',
            },
            stdio: ['ignore', 'ignore', 'inherit'],
          },
        );
        const url = `http://127.0.0.1:${apiPort}`;
        await answers(`${url}/healthz`);
        return url;
      },
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function answers(url: string): Promise<void> {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`Nothing answers at ${url}.`);
}
