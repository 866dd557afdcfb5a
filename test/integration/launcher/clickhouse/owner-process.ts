import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundledProgram } from '../../../../testing/processes/bundled-programs.ts';

/** The embedded ClickHouse as a separate process, which a test may kill. */
export interface OwnerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Resolves to the exit code, or to the signal that ended the process. */
  readonly exited: Promise<number | NodeJS.Signals>;
  readonly errors: () => string;
}

/** Starts the process with `environment` added to a valid one. Resolves when it listens; rejects if it ends earlier. */
export async function startOwner(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnerProcess> {
  const child = spawn(process.execPath, [bundledProgram('launcher/clickhouse/main.ts')], {
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: '16',
      TRUETALLY_CLICKHOUSE_FOLDER: folder,
      TRUETALLY_CLICKHOUSE_PORT: '0',
      TRUETALLY_CLICKHOUSE_PASSWORD: 'secret',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += String(text)));
  const exited = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const line = new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const first = await Promise.race([line, exited]);
  if (typeof first === 'number' || !first.startsWith('{')) {
    throw new Error(`It ended with ${first}: ${errors}`);
  }
  const { listening } = JSON.parse(first) as { listening: number };
  return { child, url: `http://truetally:secret@127.0.0.1:${listening}/truetally`, exited, errors: () => errors };
}
