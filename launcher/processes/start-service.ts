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
  /** Holds its log and its record; made when missing. */
  readonly folder: string;
  /** The address that it listens on, if any. */
  readonly listens?: { readonly host: string; readonly port: number; readonly variable: string };
  /** The arguments after its name. */
  readonly args?: readonly string[];
  /** Set above our own environment; of the two together, it gets what it reads. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables that the configuration file names for it. */
  readonly named?: readonly string[];
  /** Milliseconds that it may take to end in order. */
  readonly stopMs?: number;
  /** Called when it does not answer, and when it does again. */
  readonly report: (line: string) => void;
}

/**
 * Starts one of our own processes, and kills it where its event loop stands still for a minute. One that an earlier
 * launcher left behind holds no state and is replaced.
 * @throws StartupFault when its port is taken
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
