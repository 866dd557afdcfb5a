import { join } from 'node:path';
import type { Context } from '../tree/context.ts';
import { builtFolder } from './built-folder.ts';
import { findServer } from './find-server.ts';
import { runProgram } from './run-program.ts';
import { serverEnvironment } from './server-environment.ts';

/** The end of a program of the server, with its output. */
export interface ServerProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder of the server package for a command. */
export function serverOf({ cwd }: Pick<Context, 'cwd'>): string {
  return findServer([cwd, builtFolder()]);
}

/**
 * Runs a program of the server to its end, and returns its output.
 *
 * @param main the main file of the program below the folder of the server
 * @throws CommandFault `usage` without the server package
 */
export async function runServerProgram(
  { env, cwd }: Pick<Context, 'env' | 'cwd'>,
  main: string,
  { args, more = {} }: { readonly args: readonly string[]; readonly more?: Readonly<Record<string, string>> },
): Promise<ServerProgramEnd> {
  let [stdout, stderr] = ['', ''];
  const code = await runProgram({
    file: process.execPath,
    args: [join(serverOf({ cwd }), 'scripts', 'run.mjs'), main, ...args],
    env: serverEnvironment(env, cwd, more),
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    started: (child) => {
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    },
  });
  return { code, stdout, stderr };
}
