import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

export const PROJECT_FOLDER = join(import.meta.dirname, '..', '..');

/** Copies a folder of `test/outside/` below `parent`, and removes the copy when the test ends. */
export async function copyOutside(name: string, parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, `truetally-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(PROJECT_FOLDER, 'test/outside', name), folder, { recursive: true });
  return folder;
}

/** Compiles an outside project with its own settings. */
export async function compileOutside(folder: string): Promise<void> {
  await readCommandOutput(
    process.execPath,
    [join(PROJECT_FOLDER, 'node_modules/typescript/bin/tsc'), '--project', folder],
    folder,
  );
}

/**
 * Runs a command and resolves to its output.
 *
 * @throws Error with the complete output, if the command fails
 */
export async function readCommandOutput(
  command: string,
  args: readonly string[],
  cwd: string,
  env = process.env,
): Promise<string> {
  try {
    return (await run(command, args, { cwd, env })).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} failed: ${stdout}${stderr}`, { cause });
  }
}
