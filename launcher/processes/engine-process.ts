import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { programEnvironment } from './child-environment.ts';

/** A system account that a process runs as. */
export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

export type StopSignal = 'SIGINT' | 'SIGTERM';

export interface ProcessPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment: the process inherits no variable of this one. */
  readonly env: Readonly<Record<string, string>>;
  /** The working folder; `/` by default, because another account may not reach ours. */
  readonly cwd?: string;
  /** The file for standard error, and for standard output unless `stdout` is `pipe`. */
  readonly logFile: string;
  readonly stdout?: 'pipe';
  readonly account?: SystemAccount;
  /** The signal that asks the process to stop gracefully. */
  readonly stopSignal: StopSignal;
  /** Milliseconds that the process may take to stop; 20 s by default. */
  readonly stopMs?: number;
  /** True for a process of ours that answers probes over a channel. */
  readonly isProbed?: boolean;
}

export interface RunningProcess {
  readonly pid: number;
  /** Resolves to the reason for its end, as text; never rejects. */
  readonly exited: Promise<string>;
  /**
   * Asks the process to stop, and kills it if it takes too long. Settles when it has ended. A second call sends the
   * signal again.
   */
  readonly stop: () => Promise<void>;
}

export interface StartedProcess extends RunningProcess {
  readonly child: ChildProcess;
  /** Returns the text that its log file got since its start. */
  readonly log: () => string;
}

const STOP_MS = 20_000;

let binds: boolean | undefined;

/** True if this system can end a process when its launcher ends (Linux with util-linux's `setpriv`). */
export function bindsToLauncher(): boolean {
  binds ??= process.platform === 'linux' && isRun('setpriv', ['--pdeathsig', 'TERM', 'true']);
  return binds;
}

/**
 * Starts a process. If the system supports it, the process does not outlive this one. It has a separate session, so
 * that Ctrl-C reaches only the launcher, which stops everything in its order.
 * @throws Error if the command cannot be run
 */
export async function startProcess(plan: ProcessPlan): Promise<StartedProcess> {
  const log = openSync(plan.logFile, 'a', 0o600);
  const from = statSync(plan.logFile).size;
  const [command, args] = bindsToLauncher()
    ? ['setpriv', ['--pdeathsig', plan.stopSignal.slice(3), '--', plan.command, ...plan.args]]
    : [plan.command, [...plan.args]];
  const child = spawn(command, args, {
    cwd: plan.cwd ?? '/',
    detached: true,
    env: plan.env,
    stdio: ['ignore', plan.stdout ?? log, log, ...(plan.isProbed === true ? (['ipc'] as const) : [])],
    ...plan.account,
  });
  closeSync(log);
  const exited = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message));
    child.once('exit', (code, signal) => settle(signal === null ? `exit code ${String(code)}` : `signal ${signal}`));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(await exited);
  return {
    child,
    pid,
    exited,
    log: () => tailOf(plan.logFile, from),
    stop: () => stopProcess((signal) => child.kill(signal), exited, plan.stopSignal, plan.stopMs),
  };
}

/**
 * Watches a process that another launcher started at `started`, in the format of `processStartTime`. A later process
 * with the same id is neither watched nor signalled.
 */
export function watchProcess(pid: number, started: string, stopSignal: StopSignal, stopMs?: number): RunningProcess {
  const lives = (): boolean => isProcessAlive(pid) && processStartTime(pid) === started;
  const exited = (async () => {
    // The process is not our child, so it is polled twice a second, which costs almost nothing.
    while (lives()) await delay(500, undefined, { ref: false });
    return 'unknown reason';
  })();
  const endOf = async (): Promise<string> => {
    while (lives()) await delay(50);
    return 'ended';
  };
  const send = (signal: NodeJS.Signals): void => {
    if (lives()) signalProcess(pid, signal);
  };
  return { pid, exited, stop: () => stopProcess(send, endOf(), stopSignal, stopMs) };
}

async function stopProcess(
  send: (signal: NodeJS.Signals) => void,
  exited: Promise<string>,
  signal: StopSignal,
  stopMs = STOP_MS,
): Promise<void> {
  send(signal);
  const timeout = new AbortController();
  const late = delay(stopMs, true, { signal: timeout.signal }).catch(() => false);
  const isLate = await Promise.race([exited.then(() => false), late]);
  timeout.abort();
  if (isLate) send('SIGKILL');
  await exited;
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** True if a process has this id; zombies do not count. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || !/^State:\s+Z/m.test(procFile(pid, 'status'));
}

/**
 * The start time of a living process, or the empty string. Process ids are reused, but the pair of id and start time is
 * unique.
 */
export function processStartTime(pid: number): string {
  if (process.platform !== 'linux') {
    return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
  }
  // The name, in brackets, may contain any characters. The ticks since the boot are the 20th value after it.
  const ticks = /.*\) (.*)/s.exec(procFile(pid, 'stat'))?.[1]?.split(' ')[19];
  return ticks === undefined ? '' : `${procFile('sys/kernel/random', 'boot_id').trim()} ${ticks}`;
}

/** The command line of a living process, or the empty string. */
export function commandLine(pid: number): string {
  if (process.platform === 'linux') return procFile(pid, 'cmdline').replaceAll('\0', ' ').trim();
  return outputOf('ps', ['-o', 'command=', '-p', String(pid)]);
}

function isRun(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { env: programEnvironment() }).status === 0;
}

function outputOf(command: string, args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8', env: programEnvironment() }).stdout.trim();
}

function procFile(folder: number | string, name: string): string {
  try {
    return readFileSync(`/proc/${folder}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

const TAIL_BYTES = 16_384;

function tailOf(path: string, from: number): string {
  const file = openSync(path, 'r');
  try {
    const size = statSync(path).size;
    const start = Math.max(from, size - TAIL_BYTES);
    const bytes = Buffer.alloc(Math.max(0, size - start));
    readSync(file, bytes, 0, bytes.length, start);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}
