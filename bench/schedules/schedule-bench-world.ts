import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedEngine } from '../../launcher/engines/embedded-engine.ts';
import { startPostgres } from '../../launcher/engines/start-postgres.ts';
import { ensureTemporalBinary } from '../../launcher/engines/temporal-binaries.ts';
import { prepareNamespace } from '../../maintenance/temporal-namespace.ts';
import { startTemporal } from '../../launcher/engines/start-temporal.ts';
import { migratePostgres } from '../../store/postgres/migrate-postgres.ts';
import { freePorts } from '../../testing/processes/free-ports.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const START_MS = 180_000;
export const NAMESPACE = 'truetally-bench';

/** The worker process of the bench. */
export interface BenchWorker {
  readonly pid: number;
  /** Kills the process immediately, in any state. */
  kill(): Promise<void>;
}

/** Separate engines for the bench, in a temporary folder that is deleted with them. */
export interface ScheduleBenchWorld {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly engines: { readonly postgres: number; readonly temporal: number };
  startWorker(): Promise<BenchWorker>;
  /** Stops everything and deletes the data. */
  drop(): Promise<void>;
}

export async function createScheduleBenchWorld(report: (line: string) => void): Promise<ScheduleBenchWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-bench-'));
  // For root, another account runs Postgres and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const engines: EmbeddedEngine[] = [];
  const workers = new Set<BenchWorker>();
  const drop = async (): Promise<void> => {
    await Promise.all([...workers].map((worker) => worker.kill()));
    await Promise.all(engines.map((engine) => engine.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [postgresPort = 0, temporalPort = 0] = await freePorts(2);
    const binary = await ensureTemporalBinary('temporal', report);
    const postgres = await startPostgres({ folder: join(folder, 'postgres'), port: postgresPort, report });
    engines.push(postgres);
    const files = join(folder, 'temporal');
    const temporal = await startTemporal({ binary, folder: files, port: temporalPort, report });
    engines.push(temporal);
    await Promise.all([migratePostgres(postgres.url), prepareNamespace({ address: temporal.url }, NAMESPACE)]);
    return {
      databaseUrl: postgres.url,
      temporalAddress: temporal.url,
      engines: { postgres: postgres.pid, temporal: temporal.pid },
      startWorker: async () => {
        const main = join(import.meta.dirname, 'worker-main.ts');
        const args = ['--import', 'tsx', main, postgres.url, temporal.url, NAMESPACE, folder];
        const child = spawn(process.execPath, args, { cwd: PROJECT, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        const ended = once(child, 'exit');
        const worker: BenchWorker = {
          pid: child.pid ?? 0,
          kill: async () => {
            child.kill('SIGKILL');
            await ended;
            workers.delete(worker);
          },
        };
        workers.add(worker);
        await once(child, 'message', { signal: AbortSignal.timeout(START_MS) });
        return worker;
      },
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}
