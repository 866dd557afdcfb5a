import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject, onTestFailed, onTestFinished } from 'vitest';
import '../engines/provided-context.ts';
import { bundledProgram } from './bundled-programs.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

export interface WorkerProcess {
  /** The signal or the code that it ended with. */
  readonly ended: Promise<string>;
  readonly child: ChildProcess;
}

/**
 * A worker process as the launcher starts it, on the engines of the test run and an empty journal; ended with the test.
 * What it logged is shown if the test fails.
 */
export function startWorkerProcess(
  world: { readonly databaseUrl: string; readonly namespace: string },
  env: Readonly<Record<string, string>> = {},
): WorkerProcess {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-worker-'));
  const child = spawn(process.execPath, [bundledProgram('worker/main.ts')], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      TRUETALLY_DATABASE_URL: world.databaseUrl,
      TRUETALLY_CLICKHOUSE_URL: inject('clickhouseUrl'),
      TRUETALLY_TEMPORAL_ADDRESS: inject('temporalAddress'),
      TRUETALLY_TEMPORAL_NAMESPACE: world.namespace,
      TRUETALLY_DATA: folder,
      TRUETALLY_RECONCILE_SECONDS: '1',
      ...env,
    },
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? String(code)));
  });
  const logged = text(child.stdout);
  onTestFailed(async () => console.error(await logged));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  return { child, ended };
}
