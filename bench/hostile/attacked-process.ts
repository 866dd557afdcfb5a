import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '../../testing/wait-until.ts';
import { makeMemoryGroup } from './memory-group.ts';

/** The worst values since the previous call of `watch`. */
export interface WorstTurns {
  /** The longest turn of the serving loop. */
  readonly turnMs: number;
  /** The longest processor time of one turn, which is its duration on an idle machine. */
  readonly onProcessorMs: number;
  readonly residentMib: number;
}

/** One of our processes under attack. */
export interface AttackedProcess {
  readonly origin: string;
  /** True if it has exactly the memory of its container in `docker-compose.yml`. */
  readonly hasLimit: boolean;
  readonly isAlive: () => boolean;
  watch(): Promise<WorstTurns>;
  stop(): Promise<void>;
}

/** The memory of the gateway and of the API in `docker-compose.yml`. */
const MEMORY_BYTES = 1_073_741_824;
const WATCHING = `--import ${new URL('watch-turns.mjs', import.meta.url).href}`;
const START_SECONDS = 180;

export interface AttackedProcessPlan {
  readonly name: string;
  readonly port: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a process with the memory limit of its container, and waits until it is ready. */
export async function startAttacked({ name, port, args, env }: AttackedProcessPlan): Promise<AttackedProcess> {
  const group = makeMemoryGroup(name, MEMORY_BYTES);
  const command = [process.execPath, ...args];
  const [file = '', ...words] =
    group === undefined ? command : ['sh', '-c', `echo $$ > ${group.processes} && exec "$@"`, 'sh', ...command];
  const child = spawn(file, words, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...env, NODE_OPTIONS: WATCHING },
  });
  const gone = once(child, 'exit');
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${origin}/healthz`)).ok, START_SECONDS);
  return {
    ...{ origin, isAlive, hasLimit: group !== undefined },
    watch() {
      const worst = new Promise<WorstTurns>((resolve) => {
        const take = (message: { watched?: WorstTurns }): void => {
          // Other messages are answers to probes.
          if (message.watched === undefined) return;
          child.off('message', take);
          resolve(message.watched);
        };
        child.on('message', take);
      });
      if (isAlive()) child.send('report');
      return Promise.race([worst, gone.then(() => NOTHING)]);
    },
    async stop() {
      child.kill('SIGKILL');
      await gone;
      group?.remove();
    },
  };
}

const NOTHING: WorstTurns = { turnMs: 0, onProcessorMs: 0, residentMib: 0 };
