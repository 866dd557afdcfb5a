import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntil } from '../wait-until.ts';
import { freePorts } from './free-ports.ts';
import { bundledProgram } from './bundled-programs.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The API as the launcher runs it, in a separate process over real stores. */
export interface ApiProcess {
  readonly origin: string;
  /** The first line of its log; never resolves at the default level `silent`. */
  readonly firstLine: Promise<string>;
  /** Requests the process to stop; resolves to its exit code and signal. */
  stop(): Promise<unknown[]>;
  /** Sends a signal to its process. */
  kill(signal: NodeJS.Signals): void;
}

/** Starts the API and waits until it responds. */
export async function startApiProcess(
  databaseUrl: string,
  clickhouseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiProcess> {
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [bundledProgram('api/server.ts')], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TRUETALLY_DATABASE_URL: databaseUrl,
      TRUETALLY_CLICKHOUSE_URL: clickhouseUrl,
      // The address is set so that the deployment has a worker. No process listens there, and the API does not connect
      // to it.
      TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:9',
      TRUETALLY_PORT: String(port),
      TRUETALLY_LOG_LEVEL: 'silent',
      // Tests send requests as fast as they can; the limits have separate tests.
      TRUETALLY_REQUESTS_PER_CREDENTIAL: '1000000',
      TRUETALLY_REQUESTS_PER_ADDRESS: '1000000',
      ...env,
    },
  });
  const firstLine = once(createInterface(server.stdout), 'line').then(([line]) => line as string);
  await waitUntil(async () => (await fetch(`${origin}/healthz`)).ok, 60);
  return {
    origin,
    firstLine,
    kill: (signal) => void server.kill(signal),
    stop: () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      return ended;
    },
  };
}
