import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedEngine } from '../../../launcher/engines/embedded-engine.ts';
import { startClickHouse } from '../../../launcher/engines/start-clickhouse.ts';
import { serviceEnvironment } from '../../../launcher/child-environment.ts';
import { isAlive, startProcess, type RunningProcess } from '../../../launcher/engines/engine-process.ts';
import { startPostgres } from '../../../launcher/engines/start-postgres.ts';
import { ensureTemporalBinary } from '../../../launcher/engines/temporal-binaries.ts';
import { prepareNamespace } from '../../../maintenance/temporal-namespace.ts';
import { startTemporal } from '../../../launcher/engines/start-temporal.ts';
import { until } from '../until.ts';
import bundlePrograms, { bundledProgram } from './bundled-programs.ts';
import { freePorts } from './free-ports.ts';

export const ENGINES = ['postgres', 'clickhouse', 'temporal'] as const;
type EngineName = (typeof ENGINES)[number];

/** Our own processes where there is one of each, and where there are two. */
const WORKERS = ['worker', 'worker-2'] as const;
const APIS = ['api', 'api-2'] as const;
export const SERVICES = [...WORKERS, ...APIS] as const;
type ServiceName = (typeof SERVICES)[number];

/** Every process of the smallest installation, engines first. */
export const PROCESSES = [...ENGINES, 'worker', 'api'] as const;
export type ProcessName = EngineName | ServiceName;

const PROJECT = join(import.meta.dirname, '..', '..', '..');

/** Of an API on a machine that does much else. */
const START_SECONDS = 180;

/** Of the environment of a process. */
export type Variables = Readonly<Record<string, string>>;

export interface SystemPlan {
  readonly namespace: string;
  /** Of our own processes, besides what leads them to the engines. */
  readonly env: Variables;
  readonly report: (line: string) => void;
  /** Where its folder is made; among the temporary ones unless given. */
  readonly folder?: string;
}

/**
 * The whole system in a temporary folder, without a supervisor: what is killed stays dead until it is started. All
 * instances share the engines and the journal, and know nothing of each other.
 */
export interface SystemWorld {
  /** The lane's root at the first API. */
  readonly baseUrl: string;
  /** Where the APIs answer. */
  readonly origins: readonly string[];
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly temporalAddress: string;
  readonly journalFolder: string;
  /** The operating system's id of a process that was started. */
  readonly pid: (name: ProcessName) => number;
  readonly lives: (name: ProcessName) => boolean;
  readonly start: (name: ProcessName, env?: Variables) => Promise<void>;
  /** `kill -9`, and waits until the process is gone. */
  readonly kill: (name: ProcessName) => Promise<void>;
  /** Waits until a process has ended by itself, at its fault point. */
  readonly ended: (name: ProcessName) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the three engines on free ports; the services, each bundled into one file, wait for `start`. */
export async function createSystemWorld({
  namespace,
  env: sharedEnv,
  report,
  folder: parent = tmpdir(),
}: SystemPlan): Promise<SystemWorld> {
  const folder = mkdtempSync(join(parent, 'truetally-system-'));
  chmodSync(folder, 0o711);
  const [postgresPort = 0, clickhousePort = 0, temporalPort = 0, ...apiPorts] = await freePorts(5);
  const binary = await ensureTemporalBinary('temporal', report);
  const starters: Record<EngineName, () => Promise<EmbeddedEngine>> = {
    postgres: () => startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, report }),
    clickhouse: () => startClickHouse({ folder: join(folder, 'clickhouse'), port: clickhousePort, report }),
    temporal: () => startTemporal({ binary, folder: join(folder, 'temporal'), port: temporalPort, report }),
  };
  const running = new Map<ProcessName, RunningProcess>();
  const urls = { postgres: '', clickhouse: '', temporal: '' };
  const startEngine = async (name: EngineName): Promise<void> => {
    const engine = await starters[name]();
    running.set(name, engine);
    urls[name] = engine.url;
    if (name === 'temporal') await prepareNamespace({ address: engine.url }, namespace);
  };
  await Promise.all([...ENGINES.map(startEngine), bundlePrograms()]);

  const journalFolder = join(folder, 'journal');
  mkdirSync(journalFolder);
  const origins = apiPorts.map((port) => `http://127.0.0.1:${port}`);
  const serviceEnv = {
    TRUETALLY_DATABASE_URL: urls.postgres,
    TRUETALLY_CLICKHOUSE_URL: urls.clickhouse,
    TRUETALLY_TEMPORAL_ADDRESS: urls.temporal,
    TRUETALLY_TEMPORAL_NAMESPACE: namespace,
    TRUETALLY_DATA: folder,
    // Everybody here comes from one address, and asks as much as the machine can answer.
    TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
    TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
    TRUETALLY_CONNECTIONS_PER_ADDRESS: '4000',
    ...sharedEnv,
  };
  const startOwn = async (name: ServiceName, env: Variables): Promise<void> => {
    const api = APIS.findIndex((one) => one === name);
    const kind = api === -1 ? 'worker' : 'api';
    const listens = api === -1 ? {} : { TRUETALLY_PORT: String(apiPorts[api]) };
    const service = await startProcess({
      command: process.execPath,
      args: [bundledProgram(api === -1 ? 'worker/main.ts' : 'api/server.ts')],
      cwd: PROJECT,
      // What a test says is there for its process, as if a configuration file named it.
      env: serviceEnvironment(kind, { ...process.env, ...serviceEnv, ...listens, ...env }, Object.keys(env)),
      logFile: join(folder, `${name}.log`),
      stopSignal: 'SIGTERM',
    });
    running.set(name, service);
    if (api === -1) return;
    const ended = service.exited.then((why) => {
      throw new Error(`${name} does not start (${why}): ${service.log()}`);
    });
    // It ends some day, long after this.
    ended.catch(() => undefined);
    const answers = until(async () => (await fetch(`${origins[api] ?? ''}/healthz`)).ok, START_SECONDS);
    await Promise.race([answers, ended]);
  };
  const gone = async (name: ProcessName): Promise<void> => {
    await running.get(name)?.exited;
    running.delete(name);
  };
  const pid = (name: ProcessName): number => running.get(name)?.pid ?? 0;
  return {
    baseUrl: `${origins[0] ?? ''}/portal/api/v1/customer/v1`,
    origins,
    databaseUrl: urls.postgres,
    clickhouseUrl: urls.clickhouse,
    temporalAddress: urls.temporal,
    journalFolder,
    pid,
    lives: (name) => running.has(name) && isAlive(pid(name)),
    start: (name, env = {}) => (isService(name) ? startOwn(name, env) : startEngine(name)),
    kill: async (name) => {
      const target = running.get(name);
      if (target !== undefined && isAlive(target.pid)) process.kill(target.pid, 'SIGKILL');
      await gone(name);
    },
    ended: gone,
    close: async () => {
      for (const name of [...SERVICES, ...ENGINES]) await running.get(name)?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isService(name: ProcessName): name is ServiceName {
  return SERVICES.some((service) => service === name);
}
