import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject, onTestFailed, onTestFinished } from 'vitest';
import '../engines/provided-context.ts';
import { bundledProgram } from './bundled-programs.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

export interface WorkerProcess {
  /** The signal or the code that it ended with. */
  readonly ended: Promise<string>;
  readonly child: ChildProcess;
  /** The first line of its log. */
  readonly firstLine: Promise<string>;
}

/**
 * Starts a worker process in the same way as the launcher, with the engines of the test run and an empty journal. The
 * process ends with the test. Its log is shown if the test fails.
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
  const logged: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => void logged.push(line));
  const firstLine = once(lines, 'line').then(([line]) => line as string);
  onTestFailed(() => console.error(logged.join('\n')));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });
  return { child, firstLine, ended };
}
