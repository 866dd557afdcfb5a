import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Context } from '../tree/context.ts';
import { runProgram } from './run-program.ts';
import { serverEnvironment } from './server-environment.ts';

/** A system to start. */
export interface Launch {
  /** The folder of the server package. */
  readonly server: string;
  /** The variables that replace those of the environment. */
  readonly more: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The place of the launcher's own lines: this command's standard output, or a function that gets each line. */
  readonly output: 'inherit' | ((line: string) => void);
  /** Called with the path of `connection.json` when everything runs. */
  readonly running?: (connectionFile: string) => void;
}

/**
 * Runs a complete system to its end, and returns the exit code of the launcher. A signal stops the system once. If this
 * process is killed, the launcher notices the closed channel and stops the system as well.
 */
export async function launchSystem({ env, cwd }: Context, launch: Launch): Promise<number> {
  const { server, more, args = [], output, running } = launch;
  return await runProgram({
    file: process.execPath,
    // `tt` fetches nothing: dependencies that are missing are a fault with the command that installs them.
    args: [join(server, 'scripts', 'start.mjs'), '--no-install', ...args],
    env: serverEnvironment(env, cwd, { TRUETALLY_DATA: env['TRUETALLY_DATA'] || '.data', ...more }),
    cwd,
    stdio: ['ignore', output === 'inherit' ? 'inherit' : 'pipe', 'inherit', 'ipc'],
    isApart: true,
    started: (child) => {
      if (output !== 'inherit') passLines(child, output);
      child.on('message', (message) => {
        const { running: file } = message as { running?: unknown };
        if (typeof file === 'string') running?.(file);
      });
    },
  });
}

function passLines({ stdout }: ChildProcess, take: (line: string) => void): void {
  let rest = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
