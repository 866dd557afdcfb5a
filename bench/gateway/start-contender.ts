import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '../../testing/wait-until.ts';

/** A measured process. */
export interface Contender {
  readonly name: string;
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The plan for starting a process. */
export interface StartPlan {
  readonly name: string;
  readonly port: number;
  /** The core. The measured contender has one alone; caller and provider share the other. */
  readonly core: 0 | 1;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The path that responds when the process is ready. */
  readonly readyPath: string;
}

const START_SECONDS = 180;
const hasTaskset = spawnSync('taskset', ['-V']).status === 0;

/** Starts a process, pinned to a core if `taskset` exists, and waits until it responds. */
export async function startContender({ name, port, core, command, args, ...rest }: StartPlan): Promise<Contender> {
  const { env, cwd, readyPath } = rest;
  const [file = command, ...words] = [...(hasTaskset ? ['taskset', '-c', String(core)] : []), command, ...args];
  const child = spawn(file, words, { stdio: ['ignore', 'ignore', 'inherit'], env, cwd });
  const gone = once(child, 'exit').then(() => undefined);
  const origin = `http://127.0.0.1:${port}`;
  const stop = (): Promise<void> => {
    child.kill('SIGKILL');
    return gone;
  };
  const answers = async (): Promise<boolean> => (await fetch(`${origin}${readyPath}`)).status < 500;
  const isGone = gone.then(() => Promise.reject(new Error(`${name} ended before it answered.`)));
  try {
    await Promise.race([waitUntil(answers, START_SECONDS), isGone]);
  } catch (error) {
    await stop();
    throw error;
  }
  // The process is stopped later; this avoids an unhandled rejection.
  isGone.catch(() => undefined);
  return { name, origin, pid: child.pid ?? 0, stop };
}
