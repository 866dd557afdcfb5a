import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { programEnvironment } from '../processes/child-environment.ts';
import { replaceFile } from '../../runtime/replace-file.ts';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { startProcess, watchProcess, type StartedProcess } from '../processes/engine-process.ts';
import { findLivingEngine, writeEngineRecord } from '../processes/engine-record.ts';
import { requireFreePort } from '../processes/require-free-port.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import { findPrivateAddress } from './private-address.ts';
import { TEMPORAL_VERSION } from './temporal-binaries.ts';

export interface TemporalPlan {
  /** The `temporal` command line, see `ensureTemporalBinary`. */
  readonly binary: string;
  /** The folder of the database file and the log, created if missing. */
  readonly folder: string;
  readonly port: number;
  /** The address of the codec server that decrypts payloads for the UI. */
  readonly codecUrl?: string | undefined;
  readonly report: (line: string) => void;
}

/** The dev server, with its UI at an address that no web page can guess; see `startUiFront`. */
export interface EmbeddedTemporal extends EmbeddedEngine {
  readonly uiOrigin: string;
}

/** The options of the dev server on an existing database; measured, see docs/decisions/0062. */
const LAUNCH = [
  ...['journal_mode=wal', 'synchronous=normal', 'locking_mode=exclusive'].flatMap((pragma) => [
    '--sqlite-pragma',
    pragma,
  ]),
  ...[
    ...['transfer', 'timer', 'visibility', 'outbound'].map((queue) => `history.${queue}ProcessorMaxPollRPS=2000`),
    // The default of one second would stretch every shorter timer and backoff to a second.
    'history.timerProcessorMaxTimeShift="50ms"',
    // The frontend's HTTP interface answers to no host name, because nothing uses it. The dev server would answer to
    // any.
    'frontend.httpAllowedHosts=[]',
    // By default, ended workflows stay in memory until there are some 4,000 of them.
    'history.cacheTTL="5m"',
    'history.cacheBackgroundEvict={"Enabled":true,"LoopInterval":"1m","MaxEntryPerCall":1024}',
  ].flatMap((setting) => ['--dynamic-config-value', setting]),
];

/**
 * Starts the Temporal dev server on loopback, or takes over the one that an earlier launcher left running in `folder`.
 * `url` is its `host:port`.
 * @throws StartupFault if it cannot run here
 */
export async function startTemporal(plan: TemporalPlan): Promise<EmbeddedTemporal> {
  mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
  const database = join(plan.folder, 'temporal.db');

  const living = await findLivingEngine(plan.folder, database);
  if (living !== undefined) {
    const [process, url] = [watchProcess(living.pid, living.started, 'SIGTERM'), `127.0.0.1:${living.port}`];
    const cluster = await untilServing(url, process.exited);
    const uiOrigin = kept(plan.folder, 'ui');
    if (cluster !== undefined && cluster === kept(plan.folder, 'cluster') && uiOrigin !== undefined)
      return { ...process, url, uiOrigin, adopted: true };
  }

  await requireFreePort(plan.port, 'TRUETALLY_TEMPORAL_PORT');
  requireVersion(plan.folder, existsSync(database));
  if (!existsSync(database)) await makeDatabase(plan, database);
  const address = await findPrivateAddress();
  const ui = [
    ...['--ui-ip', address.host, '--ui-port', String(address.port)],
    ...(plan.codecUrl === undefined ? [] : ['--ui-codec-endpoint', plan.codecUrl]),
  ];
  const started = await serve(plan, ['--db-filename', database, ...ui, ...LAUNCH]);
  const url = `127.0.0.1:${plan.port}`;
  const cluster = await untilServing(url, started.exited);
  if (cluster === undefined) throw new StartupFault(explain(started.log(), database));
  const uiOrigin = `http://${address.host}:${address.port}`;
  replaceFile(join(plan.folder, 'cluster'), `${cluster}\n`, 0o600);
  replaceFile(join(plan.folder, 'ui'), `${uiOrigin}\n`, 0o600);
  writeEngineRecord(plan.folder, { pid: started.pid, port: plan.port });
  return { pid: started.pid, exited: started.exited, stop: started.stop, url, uiOrigin, adopted: false };
}

/**
 * Creates the database under a temporary name, because a kill during the first start would leave an incomplete schema.
 * It uses no write-ahead log, which would not move with the rename.
 */
async function makeDatabase(plan: TemporalPlan, database: string): Promise<void> {
  plan.report('creating the Temporal database');
  const prefix = 'making-';
  for (const name of readdirSync(plan.folder)) {
    if (name.startsWith(prefix)) rmSync(join(plan.folder, name), { force: true });
  }
  const temporary = join(plan.folder, `${prefix}${randomUUID()}.db`);
  const started = await serve(plan, ['--db-filename', temporary, '--headless']);
  const cluster = await untilServing(`127.0.0.1:${plan.port}`, started.exited);
  if (cluster === undefined) throw new StartupFault(explain(started.log(), temporary));
  await started.stop();
  replaceFile(join(plan.folder, 'version'), `${TEMPORAL_VERSION}\n`, 0o600);
  renameSync(temporary, database);
}

function serve(plan: TemporalPlan, args: readonly string[]): Promise<StartedProcess> {
  return startProcess({
    command: plan.binary,
    args: [
      'server',
      'start-dev',
      '--port',
      String(plan.port),
      '--ui-disable-news-fetch',
      '--log-level',
      'warn',
      ...args,
    ],
    env: programEnvironment(),
    logFile: join(plan.folder, 'server.log'),
    stopSignal: 'SIGTERM',
  });
}

/** Requires a database of this version: the server never migrates an existing schema. */
function requireVersion(folder: string, exists: boolean): void {
  const version = kept(folder, 'version');
  if (!exists || version === TEMPORAL_VERSION) return;
  throw new StartupFault(
    `Temporal ${version ?? 'of an unknown version'} created ${folder}, and this release has Temporal ${TEMPORAL_VERSION}. ` +
      'Use the earlier release, or choose another folder with TRUETALLY_DATA.',
  );
}

function kept(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

/**
 * Waits without a limit until the server answers. Resolves to the id of its cluster, or to undefined if the process
 * ended first.
 */
async function untilServing(address: string, exited: Promise<string>): Promise<string | undefined> {
  const state = { ended: false };
  void exited.then(() => (state.ended = true));
  for (;;) {
    const cluster = await clusterAt(address).catch(() => undefined);
    if (cluster !== undefined) return cluster;
    if (state.ended) return undefined;
    await delay(50);
  }
}

async function clusterAt(address: string): Promise<string> {
  const connection = await Connection.connect({ address, connectTimeout: 5_000 });
  try {
    return (await connection.workflowService.getClusterInfo({})).clusterId;
  } finally {
    await connection.close();
  }
}

function explain(log: string, database: string): string {
  const remedy = 'Choose another folder with TRUETALLY_DATA, or move this file away, which loses its runs.';
  if (log.includes('database is locked'))
    return `Another Temporal is running on ${database}. Stop it, or choose another folder with TRUETALLY_DATA.`;
  if (log.includes('file is not a database')) return `${database} is not a Temporal database. ${remedy}`;
  if (log.includes('no such table')) return `${database} has no Temporal schema. ${remedy}`;
  return `The embedded Temporal does not start (${log.trim().split('\n').at(-1) ?? ''}). Correct the cause, and start again.`;
}
