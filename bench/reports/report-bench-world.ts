import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateClickHouse } from '../../analytics/migrate-clickhouse.ts';
import { startClickHouse } from '../../launcher/engines/start-clickhouse.ts';
import type { EmbeddedEngine } from '../../launcher/engines/embedded-engine.ts';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { ensureTemporalBinary } from '../../launcher/engines/temporal-binaries.ts';
import { prepareNamespace } from '../../maintenance/temporal-namespace.ts';
import { startTemporal } from '../../launcher/engines/start-temporal.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { BenchAnswerSource } from './reading.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const START_SECONDS = 180;
export const NAMESPACE = 'truetally-bench';

/** A process of the bench. */
export interface BenchProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

export interface BenchWorker extends BenchProcess {
  /** Sets the source of answers for later runs. */
  read(reading: BenchAnswerSource): Promise<void>;
}

/** Separate engines for the bench, in a temporary folder that is deleted with them. */
export interface ReportBenchWorld {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  /** The process ids of the engines that a run uses. */
  readonly engines: { readonly postgres: number; readonly temporal: number };
  /** The address of the API after its start. */
  readonly origin: string;
  /** Starts the API as shipped, with the additional route of `bare-insert-route.ts`. */
  startApi(): Promise<BenchProcess>;
  startWorker(): Promise<BenchWorker>;
  /** Stops everything and deletes the data. */
  drop(): Promise<void>;
}

export async function createReportBenchWorld(report: (line: string) => void): Promise<ReportBenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-'));
  // For root, another account runs Postgres and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const engines: EmbeddedEngine[] = [];
  const children = new Set<ChildProcess>();
  const drop = async (): Promise<void> => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(engines.map((engine) => engine.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const start = (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
  ): { child: ChildProcess } & BenchProcess => {
    const child = spawn(process.execPath, ['--max-semi-space-size=64', '--import', 'tsx', ...args], {
      cwd: PROJECT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.add(child);
    const stop = async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      children.delete(child);
    };
    return { child, pid: child.pid ?? 0, stop };
  };
  try {
    const [postgresPort = 0, clickhousePort = 0, temporalPort = 0, apiPort = 0] = await freePorts(4);
    const binary = await ensureTemporalBinary('temporal', report);
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, report });
    engines.push(postgres);
    const clickhouse = await startClickHouse({ folder: join(folder, 'clickhouse'), port: clickhousePort, report });
    engines.push(clickhouse);
    const temporal = await startTemporal({
      binary,
      folder: join(folder, 'temporal'),
      port: temporalPort,
      report,
    });
    engines.push(temporal);
    await Promise.all([
      migratePostgres(postgres.url),
      migrateClickHouse(clickhouse.url),
      prepareNamespace({ address: temporal.url }, NAMESPACE),
    ]);
    const origin = `http://127.0.0.1:${apiPort}`;
    return {
      databaseUrl: postgres.url,
      temporalAddress: temporal.url,
      engines: { postgres: postgres.pid, temporal: temporal.pid },
      origin,
      startApi: async () => {
        const api = start(['--import', join(import.meta.dirname, 'bare-insert-route.ts'), 'api/server.ts'], {
          TRUETALLY_DATABASE_URL: postgres.url,
          TRUETALLY_CLICKHOUSE_URL: clickhouse.url,
          TRUETALLY_TEMPORAL_ADDRESS: temporal.url,
          TRUETALLY_PORT: String(apiPort),
          // The bench measures the speed of the API and not its limits.
          TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
          TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
          TRUETALLY_CONNECTIONS_PER_ADDRESS: '4000',
          TRUETALLY_LOG_LEVEL: 'error',
        });
        await waitUntil(async () => (await fetch(`${origin}/healthz`)).ok, START_SECONDS);
        return api;
      },
      startWorker: async () => {
        const main = join(import.meta.dirname, 'worker-main.ts');
        const { child, ...worker } = start([main, postgres.url, clickhouse.url, temporal.url, NAMESPACE, folder], {});
        await once(child, 'message', { signal: AbortSignal.timeout(START_SECONDS * 1_000) });
        const read = async (reading: BenchAnswerSource): Promise<void> => {
          const done = once(child, 'message');
          child.send(reading);
          await done;
        };
        return { ...worker, read };
      },
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}
