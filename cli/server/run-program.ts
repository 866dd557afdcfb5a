import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { usageFault } from '../output/command-fault.ts';

/** A program to run. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdio: StdioOptions;
  /** True if the program gets its own process group, so that Ctrl-C reaches only this process. */
  readonly isApart?: true;
  /** Called after the start of the program. */
  readonly started?: (child: ChildProcess) => void;
}

const PASSED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;
/** The signals that a terminal sends to every process of its group. */
const OF_TERMINAL: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT', 'SIGHUP']);
const SIGNAL_BASE = 128;

/**
 * Runs a program to its end, and passes signals on. Returns its exit code, or 128 and the number of the signal that
 * ended it. A program in the group of a terminal already has the signals of the terminal, and a second Ctrl-C often
 * means “stop at once”, so these are not passed on.
 *
 * @throws CommandFault `usage` if the program cannot be started
 */
export async function runProgram({ file, args, env, cwd, stdio, isApart, started }: Program): Promise<number> {
  const isInGroup = isApart === undefined && process.stdin.isTTY;
  const child = spawn(file, args, { cwd, env: { ...env }, stdio, detached: isApart === true });
  const passing = PASSED.map((signal) => {
    const pass = (): void => {
      if (!(isInGroup && OF_TERMINAL.has(signal))) child.kill(signal);
    };
    process.on(signal, pass);
    return () => process.off(signal, pass);
  });
  try {
    return await new Promise<number>((settle, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          usageFault(
            `The program ${file} cannot be started (${error.code ?? error.message}).`,
            'check its name and PATH',
          ),
        ),
      );
      child.once('spawn', () => started?.(child));
      child.once('close', (code, signal) =>
        settle(code ?? SIGNAL_BASE + (signal === null ? 0 : constants.signals[signal])),
      );
    });
  } finally {
    for (const stop of passing) stop();
  }
}
