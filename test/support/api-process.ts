import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { until } from './until.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** The API as the launcher runs it: a process of its own over real stores. */
export interface ApiProcess {
  readonly origin: string;
  /** Ends it; resolves to its exit code and signal. */
  stop(): Promise<unknown[]>;
}

/** Starts the API and waits until it answers. */
export async function startApiProcess(databaseUrl: string, clickhouseUrl: string): Promise<ApiProcess> {
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const server: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'api/server.ts'], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TRUETALLY_DATABASE_URL: databaseUrl,
      TRUETALLY_CLICKHOUSE_URL: clickhouseUrl,
      // Named, so that the deployment has a worker; nobody answers there, and the API asks nobody.
      TRUETALLY_TEMPORAL_ADDRESS: '127.0.0.1:9',
      TRUETALLY_PORT: String(port),
      TRUETALLY_LOG_LEVEL: 'silent',
    },
  });
  await until(async () => (await fetch(`${origin}/healthz`)).ok, 60);
  return {
    origin,
    stop: () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      return ended;
    },
  };
}
