import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms, programFile } from '../../runtime/programs.mjs';
import { serviceEnvironment, type ServiceName } from './child-environment.ts';
import { startProcess, watchProcess, type StartedProcess } from './engine-process.ts';
import { findLivingEngine, writeEngineRecord } from './engine-record.ts';
import { requireFreePort } from './require-free-port.ts';
import { NODE_FLAGS } from './node-flags.ts';
import { probeProcess } from './probe-process.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The main file of each process, below the project's folder. */
const MAINS: Readonly<Record<ServiceName, string>> = {
  api: 'api/server.ts',
  worker: 'worker/main.ts',
  proxy: 'proxy/main.ts',
  playback: 'providers/playback/main.ts',
  codec: 'runtime/payloads/main.ts',
};

export interface ServicePlan {
  readonly service: ServiceName;
  /** The folder of its log and its record, created if missing. */
  readonly folder: string;
  /** The address that it listens on, if any. */
  readonly listens?: { readonly host: string; readonly port: number; readonly variable: string };
  /** The arguments after its name. */
  readonly args?: readonly string[];
  /** The variables that override our environment. The process gets those of the result that it reads. */
  readonly env: Readonly<Record<string, string>>;
  /** The variables that the configuration file names for it. */
  readonly named?: readonly string[];
  /** Milliseconds that it may take to stop gracefully. */
  readonly stopMs?: number;
  /** Receives a message when the process stops answering probes, and when it answers again. */
  readonly report: (line: string) => void;
}

/**
 * Starts one of our processes, and kills it if its event loop is blocked for a minute. A process that an earlier
 * launcher left behind has no state and is replaced.
 * @throws StartupFault if its port is in use
 */
export async function startService(plan: ServicePlan): Promise<StartedProcess> {
  const main = MAINS[plan.service];
  await bundlePrograms();
  mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
  const left = await findLivingEngine(plan.folder, main.replace(/\.ts$/, '.'));
  if (left !== undefined) await watchProcess(left.pid, left.started, 'SIGTERM', plan.stopMs).stop();
  if (plan.listens !== undefined) await requireFreePort(plan.listens.port, plan.listens.variable, plan.listens.host);
  const started = await startProcess({
    command: process.execPath,
    args: ['--enable-source-maps', ...(NODE_FLAGS[plan.service] ?? []), programFile(main), ...(plan.args ?? [])],
    cwd: PROJECT,
    env: serviceEnvironment(plan.service, { ...process.env, ...plan.env }, plan.named),
    logFile: join(plan.folder, 'service.log'),
    stopSignal: 'SIGTERM',
    isProbed: true,
    ...(plan.stopMs !== undefined && { stopMs: plan.stopMs }),
  });
  probeProcess(started.child, plan.report);
  writeEngineRecord(plan.folder, { pid: started.pid, port: plan.listens?.port ?? 0 });
  return started;
}
