import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../until.ts';
import { bundledProgram } from './bundled-programs.ts';
import { freePorts } from './free-ports.ts';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The gateway as the launcher runs it: a process of its own over a real Postgres. */
export interface ProxyProcess {
  readonly origin: string;
  /** The first line of its log; never where the level is `silent`, as it is unless given. */
  readonly firstLine: Promise<string>;
  /** The exit code and signal, once it has ended for any reason. */
  readonly exited: Promise<unknown[]>;
  /** Sends it a signal that does not end it. */
  tell(signal: NodeJS.Signals): void;
  /** Sends it a signal; resolves to its exit code and signal. */
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
  await until(async () => (await fetch(`${origin}/readyz`)).ok, 60);
  return {
    ...{ origin, firstLine, exited },
    tell: (signal) => void child.kill(signal),
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}
