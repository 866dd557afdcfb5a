import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { BUILT_CLI_VARIABLE } from './built-cli-variable.ts';

const ENTRY = join(process.env[BUILT_CLI_VARIABLE] ?? '', 'tt.cjs');

/** The end of a run of the built command line. */
export interface RunOfTt {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** The complete environment, besides `PATH` and a `HOME` without files. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The text of standard input. */
  readonly input?: string;
}

/** Runs the built `tt`, as a person does in a pipe. The environment of the test is not passed on. */
export function runTt(args: readonly string[], { env = {}, cwd = '/', input = '' }: RunOptions = {}): Promise<RunOfTt> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [ENTRY, ...args], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', LANG: 'C.UTF-8', ...env },
      stdio: 'pipe',
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // A command that reads no input may close it first.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
