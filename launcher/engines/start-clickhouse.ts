import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeEnvironment } from '../processes/child-environment.ts';
import { bundlePrograms, programFile } from '../../runtime/programs.mjs';
import { StartupFault } from '../../runtime/startup-fault.ts';
import { startProcess, watchProcess, type StartedProcess } from '../processes/engine-process.ts';
import { findLivingEngine, writeEngineRecord } from '../processes/engine-record.ts';
import { requireFreePort } from '../processes/require-free-port.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import { ensureSecretFile } from './ensure-secret-file.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const MAIN = 'launcher/clickhouse/main.ts';
const NAME = 'truetally';

export interface ClickHousePlan {
  /** The folder of all files of this engine, created if missing. */
  readonly folder: string;
  readonly port: number;
  readonly report: (line: string) => void;
}

/**
 * Starts the process that owns the embedded ClickHouse and serves its HTTP interface on loopback, or takes over the one
 * that an earlier launcher left running in `folder`. `url` holds user, password and the database `truetally`.
 * @throws StartupFault if it cannot run here
 */
export async function startClickHouse(plan: ClickHousePlan): Promise<EmbeddedEngine> {
  mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
  const password = ensureSecretFile(join(plan.folder, 'password'));
  const urlOf = (port: number): string => `http://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;

  // The command line of the process does not name the folder, but only this folder's record names the process.
  const living = await findLivingEngine(plan.folder, 'launcher/clickhouse/main.');
  if (living !== undefined && (await answers(living.port))) {
    return { ...watchProcess(living.pid, living.started, 'SIGTERM'), url: urlOf(living.port), adopted: true };
  }

  await requireFreePort(plan.port, 'TRUETALLY_CLICKHOUSE_PORT');
  await bundlePrograms();
  const started = await startProcess({
    command: process.execPath,
    cwd: PROJECT,
    args: ['--enable-source-maps', programFile(MAIN)],
    env: {
      ...nodeEnvironment(),
      TRUETALLY_CLICKHOUSE_FOLDER: join(plan.folder, 'data'),
      TRUETALLY_CLICKHOUSE_PORT: String(plan.port),
      TRUETALLY_CLICKHOUSE_PASSWORD: password,
      // Every running query occupies a thread of this pool. With the default of 4, a light query would wait behind
      // heavy ones.
      UV_THREADPOOL_SIZE: '16',
    },
    logFile: join(plan.folder, 'server.log'),
    stdout: 'pipe',
    stopSignal: 'SIGTERM',
  });
  if (!(await listens(started))) {
    const lastLine = started.log().trim().split('\n').at(-1) ?? '';
    throw new StartupFault(
      `The embedded ClickHouse does not start on ${plan.folder} (${lastLine === '' ? await started.exited : lastLine}). Correct the cause, and start again.`,
    );
  }
  writeEngineRecord(plan.folder, { pid: started.pid, port: plan.port });
  return { pid: started.pid, exited: started.exited, stop: started.stop, url: urlOf(plan.port), adopted: false };
}

/**
 * Waits without a limit for the message on standard output that the process listens. Resolves to false if it ended
 * first.
 */
async function listens(started: StartedProcess): Promise<boolean> {
  const { stdout } = started.child;
  if (stdout === null) return false;
  const listening = new Promise<true>((settle) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('{"listening":')) settle(true);
    });
  });
  return Promise.race([listening, started.exited.then(() => false)]);
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/ping`, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  return answer?.ok ?? false;
}
