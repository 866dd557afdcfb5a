import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedEngine } from '../../platform/embedded/embedded-engine.ts';
import { startClickHouse } from '../../platform/embedded/clickhouse.ts';
import { startPostgres } from '../../platform/embedded/postgres.ts';
import { ensureTemporalBinary } from '../../platform/embedded/temporal-binaries.ts';
import { prepareNamespace } from '../../platform/embedded/temporal-namespace.ts';
import { startTemporal } from '../../platform/embedded/temporal.ts';
import type { RunningProcess } from '../../platform/embedded/engine-process.ts';
import { startService } from '../../platform/service.ts';
import { until } from '../support/until.ts';
import { freePorts } from '../support/free-ports.ts';

export const NAMESPACE = 'truetally-crash';

/** Every process of the system that the script can kill. */
export const PROCESSES = ['postgres', 'clickhouse', 'temporal', 'worker', 'api'] as const;
export type ProcessName = (typeof PROCESSES)[number];

const ENGINES = ['postgres', 'clickhouse', 'temporal'] as const;
type EngineName = (typeof ENGINES)[number];

/** The whole system in a temporary folder, without a supervisor: what is killed stays dead until it is started. */
export interface CrashWorld {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly temporalAddress: string;
  readonly journalFolder: string;
  readonly start: (name: ProcessName, env?: Readonly<Record<string, string>>) => Promise<void>;
  /** `kill -9`, and waits until the process is gone. */
  readonly kill: (name: ProcessName) => Promise<void>;
  /** Waits until a process has ended by itself, at its fault point. */
  readonly ended: (name: ProcessName) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the three engines on free ports; `api` and `worker` wait for `start`. */
export async function createCrashWorld(report: (line: string) => void): Promise<CrashWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-crash-'));
  chmodSync(folder, 0o711);
  const [postgresPort = 0, clickhousePort = 0, temporalPort = 0, uiPort = 0, apiPort = 0] = await freePorts(5);
  const binary = await ensureTemporalBinary('temporal', report);
  const starters: Record<EngineName, () => Promise<EmbeddedEngine>> = {
    postgres: () => startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, report }),
    clickhouse: () => startClickHouse({ folder: join(folder, 'clickhouse'), port: clickhousePort, report }),
    temporal: () => startTemporal({ binary, folder: join(folder, 'temporal'), port: temporalPort, uiPort, report }),
  };
  const running = new Map<ProcessName, RunningProcess>();
  const urls = { postgres: '', clickhouse: '', temporal: '' };
  const startEngine = async (name: EngineName): Promise<void> => {
    const engine = await starters[name]();
    running.set(name, engine);
    urls[name] = engine.url;
    if (name === 'temporal') await prepareNamespace({ address: engine.url }, NAMESPACE);
  };
  await Promise.all(ENGINES.map(startEngine));

  const journalFolder = join(folder, 'journal');
  mkdirSync(journalFolder);
  const origin = `http://127.0.0.1:${apiPort}`;
  const serviceEnv = {
    TRUETALLY_DATABASE_URL: urls.postgres,
    TRUETALLY_CLICKHOUSE_URL: urls.clickhouse,
    TRUETALLY_TEMPORAL_ADDRESS: urls.temporal,
    TRUETALLY_TEMPORAL_NAMESPACE: NAMESPACE,
    TRUETALLY_DATA: folder,
    TRUETALLY_PORT: String(apiPort),
    TRUETALLY_RUN_HEARTBEAT_SECONDS: '3',
    TRUETALLY_RECONCILE_SECONDS: '1',
    TRUETALLY_STALE_SECONDS: '6',
  };
  const startOwn = async (name: 'api' | 'worker', env: Readonly<Record<string, string>>): Promise<void> => {
    const main = name === 'api' ? 'api/server.ts' : 'worker/main.ts';
    const plan = { main, folder: join(folder, name), port: apiPort, env: { ...serviceEnv, ...env } };
    running.set(name, await startService(plan));
    if (name === 'api') await until(async () => (await fetch(`${origin}/healthz`)).ok, 30);
  };
  const gone = async (name: ProcessName): Promise<void> => {
    await running.get(name)?.exited;
    running.delete(name);
  };
  return {
    baseUrl: `${origin}/portal/api/v1/customer/v1`,
    databaseUrl: urls.postgres,
    clickhouseUrl: urls.clickhouse,
    temporalAddress: urls.temporal,
    journalFolder,
    start: (name, env = {}) => (name === 'api' || name === 'worker' ? startOwn(name, env) : startEngine(name)),
    kill: async (name) => {
      const target = running.get(name);
      if (target !== undefined) process.kill(target.pid, 'SIGKILL');
      await gone(name);
    },
    ended: gone,
    close: async () => {
      for (const name of [...PROCESSES].reverse()) await running.get(name)?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
