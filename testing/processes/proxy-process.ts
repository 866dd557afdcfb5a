import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { waitUntil } from '../wait-until.ts';
import { bundledProgram } from './bundled-programs.ts';
import { freePorts } from './free-ports.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The gateway as the launcher runs it, in a separate process over a real Postgres. */
export interface ProxyProcess {
  readonly origin: string;
  /** The first line of its log; never resolves at the default level `silent`. */
  readonly firstLine: Promise<string>;
  /** Resolves to the exit code and signal when it has ended for any reason. */
  readonly exited: Promise<unknown[]>;
  /** Sends a signal that does not end the process. */
  sendSignal(signal: NodeJS.Signals): void;
  /** Sends a signal to end the process; resolves to its exit code and signal. */
  end(signal: NodeJS.Signals): Promise<unknown[]>;
}

/** Starts the gateway and waits until it is ready. */
export async function startProxyProcess(env: Readonly<Record<string, string>>): Promise<ProxyProcess> {
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [bundledProgram('proxy/main.ts')], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      TRUETALLY_PROXY_PORT: String(port),
      TRUETALLY_LOG_LEVEL: 'silent',
      TRUETALLY_JOURNAL_LEAST_FREE_MIB: '1',
      ...env,
    },
  });
  const exited = once(child, 'exit');
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => line as string);
  await waitUntil(async () => (await fetch(`${origin}/readyz`)).ok, 60);
  return {
    ...{ origin, firstLine, exited },
    sendSignal: (signal) => void child.kill(signal),
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}
