import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';

/** A run of a program. */
export interface MeasuredRun {
  readonly stdout: string;
  /** Seconds from its start to its end. */
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly cpuSeconds: number;
  /** The largest resident memory, in MiB. */
  readonly peakMib: number;
}

/**
 * Runs a program under GNU time.
 *
 * @param input the path of a file for standard input
 * @throws Error if it fails
 */
export async function measureCommand(command: readonly string[], input?: string): Promise<MeasuredRun> {
  const stdin = input === undefined ? undefined : openSync(input, 'r');
  const started = performance.now();
  try {
    return await new Promise<MeasuredRun>((resolve, reject) => {
      const child = spawn('/usr/bin/time', ['-f', '%U %S %M', ...command], {
        stdio: [stdin ?? 'ignore', 'pipe', 'pipe'],
      });
      let [stdout, stderr] = ['', ''];
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.once('error', reject);
      child.once('close', (code) => {
        const [user = 0, system = 0, kib = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
        if (code !== 0) reject(new Error(`${command[0] ?? ''} ended with ${String(code)}: ${stderr.slice(0, 2_000)}`));
        else
          resolve({
            stdout,
            seconds: (performance.now() - started) / 1_000,
            cpuSeconds: user + system,
            peakMib: kib / 1_024,
          });
      });
    });
  } finally {
    if (stdin !== undefined) closeSync(stdin);
  }
}
