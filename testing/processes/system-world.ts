import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedEngine } from '../../launcher/engines/embedded-engine.ts';
import { startClickHouse } from '../../launcher/engines/start-clickhouse.ts';
import { serviceEnvironment } from '../../launcher/processes/child-environment.ts';
import { isProcessAlive, startProcess, type RunningProcess } from '../../launcher/processes/engine-process.ts';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { ensureTemporalBinary } from '../../launcher/engines/temporal-binaries.ts';
import { prepareNamespace } from '../../maintenance/temporal-namespace.ts';
import { startTemporal } from '../../launcher/engines/start-temporal.ts';
import { waitUntil } from '../wait-until.ts';
import bundlePrograms, { bundledProgram } from './bundled-programs.ts';
import { freePorts } from './free-ports.ts';

export const ENGINES = ['postgres', 'clickhouse', 'temporal'] as const;
type EngineName = (typeof ENGINES)[number];

/** The workers: one in a small installation, two in a larger one. */
const WORKERS = ['worker', 'worker-2'] as const;
const APIS = ['api', 'api-2'] as const;
export const SERVICES = [...WORKERS, ...APIS] as const;
/** Gateways, for scenarios that call models through them. */
export const GATEWAYS = ['proxy', 'proxy-2'] as const;
/** The processes that serve requests, each on a separate port. */
const LISTENING = [...APIS, ...GATEWAYS] as const;
type ServiceName = (typeof SERVICES | typeof GATEWAYS)[number];

/** The processes of the smallest installation, engines first. */
export const PROCESSES = [...ENGINES, 'worker', 'api'] as const;
export type ProcessName = EngineName | ServiceName;

/** The program of each kind of our processes, and the variable that names its port. */
const PROGRAMS = {
  worker: { main: 'worker/main.ts', portVariable: undefined },
  api: { main: 'api/server.ts', portVariable: 'TRUETALLY_PORT' },
  proxy: { main: 'proxy/main.ts', portVariable: 'TRUETALLY_PROXY_PORT' },
} as const;

const PROJECT = join(import.meta.dirname, '..', '..');

/** Seconds that an API needs to start on a busy machine. */
const START_SECONDS = 180;

/** Variables of a process's environment. */
export type Variables = Readonly<Record<string, string>>;

export interface SystemPlan {
  readonly namespace: string;
  /** Variables of our own processes, in addition to the addresses of the engines. */
  readonly env: Variables;
  readonly report: (line: string) => void;
  /** The parent of its folder; the system's temporary folder by default. */
  readonly folder?: string;
}

/**
 * The complete system in a temporary folder, without a supervisor: a killed process stays dead until it is started. All
 * instances share the engines and the journal, and have no other connection to each other.
 */
export interface SystemWorld {
  /** The lane's root at the first API. */
  readonly baseUrl: string;
  /** The addresses of the APIs. */
  readonly origins: readonly string[];
  /** The addresses of the gateways. */
  readonly gatewayOrigins: readonly string[];
  readonly databaseUrl: string;
  readonly clickhouseUrl: string;
  readonly temporalAddress: string;
  readonly journalFolder: string;
  /** Returns the process id of a started process. */
  readonly pid: (name: ProcessName) => number;
  readonly lives: (name: ProcessName) => boolean;
  readonly start: (name: ProcessName, env?: Variables) => Promise<void>;
  /** Kills a process with `kill -9`, and waits until it has ended. */
  readonly kill: (name: ProcessName) => Promise<void>;
  /** Suspends or resumes the process, like a suspended or resumed machine. */
  readonly signal: (name: ProcessName, signal: 'SIGSTOP' | 'SIGCONT') => void;
  /** Waits until a process has ended at its fault point. */
  readonly ended: (name: ProcessName) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the three engines on free ports. The services, each bundled into one file, do not run until `start` is called.
 */
export async function createSystemWorld({
  namespace,
  env: sharedEnv,
  report,
  folder: parent = tmpdir(),
}: SystemPlan): Promise<SystemWorld> {
  const folder = mkdtempSync(join(parent, 'truetally-system-'));
  chmodSync(folder, 0o711);
  const [postgresPort = 0, clickhousePort = 0, temporalPort = 0, ...ports] = await freePorts(3 + LISTENING.length);
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
  const originOf = new Map<ProcessName, string>(
    LISTENING.map((name, index) => [name, `http://127.0.0.1:${ports[index] ?? 0}`]),
  );
  const originsOf = (names: readonly ProcessName[]): string[] => names.map((name) => originOf.get(name) ?? '');
  const serviceEnv = {
    TRUETALLY_DATABASE_URL: urls.postgres,
    TRUETALLY_CLICKHOUSE_URL: urls.clickhouse,
    TRUETALLY_TEMPORAL_ADDRESS: urls.temporal,
    TRUETALLY_TEMPORAL_NAMESPACE: namespace,
    TRUETALLY_DATA: folder,
    // All callers share one address, and send as many requests as the machine can serve.
    TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
    TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
    TRUETALLY_CONNECTIONS_PER_ADDRESS: '4000',
    ...sharedEnv,
  };
  const startOwn = async (name: ServiceName, env: Variables): Promise<void> => {
    const kind = kindOf(name);
    const { main, portVariable } = PROGRAMS[kind];
    const origin = originOf.get(name);
    const listens = origin === undefined || portVariable === undefined ? {} : { [portVariable]: new URL(origin).port };
    const service = await startProcess({
      command: process.execPath,
      args: [bundledProgram(main)],
      cwd: PROJECT,
      // The test's variables are passed on, as if a configuration file named them.
      env: serviceEnvironment(kind, { ...process.env, ...serviceEnv, ...listens, ...env }, Object.keys(env)),
      logFile: join(folder, `${name}.log`),
      stopSignal: 'SIGTERM',
    });
    running.set(name, service);
    if (origin === undefined) return;
    const ended = service.exited.then((why) => {
      throw new Error(`${name} does not start (${why}): ${service.log()}`);
    });
    // The process ends later; this avoids an unhandled rejection.
    ended.catch(() => undefined);
    const answers = waitUntil(async () => (await fetch(`${origin}/healthz`)).ok, START_SECONDS);
    await Promise.race([answers, ended]);
  };
  const gone = async (name: ProcessName): Promise<void> => {
    await running.get(name)?.exited;
    running.delete(name);
  };
  const pid = (name: ProcessName): number => running.get(name)?.pid ?? 0;
  return {
    baseUrl: `${originOf.get('api') ?? ''}/portal/api/v1/customer/v1`,
    origins: originsOf(APIS),
    gatewayOrigins: originsOf(GATEWAYS),
    databaseUrl: urls.postgres,
    clickhouseUrl: urls.clickhouse,
    temporalAddress: urls.temporal,
    journalFolder,
    pid,
    lives: (name) => running.has(name) && isProcessAlive(pid(name)),
    start: (name, env = {}) => (isService(name) ? startOwn(name, env) : startEngine(name)),
    kill: async (name) => {
      const target = running.get(name);
      if (target !== undefined && isProcessAlive(target.pid)) process.kill(target.pid, 'SIGKILL');
      await gone(name);
    },
    signal: (name, signal) => void process.kill(pid(name), signal),
    ended: gone,
    close: async () => {
      for (const name of [...GATEWAYS, ...SERVICES, ...ENGINES]) await running.get(name)?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isService(name: ProcessName): name is ServiceName {
  return [...SERVICES, ...GATEWAYS].some((service) => service === name);
}

function kindOf(name: ServiceName): keyof typeof PROGRAMS {
  if (GATEWAYS.some((gateway) => gateway === name)) return 'proxy';
  return APIS.some((api) => api === name) ? 'api' : 'worker';
}
