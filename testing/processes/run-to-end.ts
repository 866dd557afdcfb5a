import { spawn } from 'node:child_process';
import { bundledProgram } from './bundled-programs.ts';

/** The end of one of our programs, and its output. */
export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of our programs, by its main file, without our settings in the environment, until it ends. */
export async function runToEnd(
  main: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [main.endsWith('.ts') ? bundledProgram(main) : main, ...args], {
    env: { PATH: process.env['PATH'], TRUETALLY_DATA: '/nowhere', ...env },
    cwd,
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => (printed.stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (printed.stderr += text.toString()));
  const code = await new Promise<number | null>((settle) => child.once('close', settle));
  return { code, ...printed };
}
