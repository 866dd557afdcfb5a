import { spawn } from 'node:child_process';
import type { PageBlock } from './page-blocks.ts';

/** The options of an interactive shell for pasted commands, without the user's settings. */
const INTERACTIVE = {
  bash: ['--norc', '--noprofile', '-i'],
  zsh: ['-f', '-i'],
} as const;

export type PastingShell = keyof typeof INTERACTIVE;

/** The result of a block: its output and its exit code. The exit code is undefined if the block did not end. */
export interface RanBlock {
  readonly block: Pick<PageBlock, 'page' | 'line' | 'shown'>;
  readonly code: number | undefined;
  readonly printed: string;
  readonly complained: string;
}

interface Place {
  readonly cwd: string;
  /** The complete environment of the page. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds after which a page counts as blocked. */
  readonly patienceMs: number;
}

/** The beginning of each line that this module prints; no command prints it. */
const MARK = '\u001e';

/**
 * Pastes blocks into one shell, one after the other, as a reader of the page would. The first command that fails ends
 * the shell, so later blocks do not run.
 */
export async function runPage(
  shell: PastingShell,
  blocks: readonly (Pick<PageBlock, 'page' | 'line' | 'shown'> & { readonly code: string })[],
  { cwd, env, patienceMs }: Place,
): Promise<RanBlock[]> {
  // A separate session has no terminal that commands could prompt on.
  const child = spawn(shell, INTERACTIVE[shell], { cwd, env: { ...env, PS1: '', PS2: '' }, detached: true });
  const ended = new Promise<number | undefined>((settle) => {
    child.once('close', (code) => settle(code ?? undefined));
  });
  const output = { printed: '', complained: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.complained += chunk.toString()));
  child.stdin.on('error', () => undefined);
  const both = (text: string): string => `printf '\\036%s\\n' '${text}'; printf '\\036%s\\n' '${text}' >&2\n`;
  const pasted = blocks.map(({ code }, index) => `${both(`begin ${index}`)}${code}\n${both(`end ${index}`)}`);
  child.stdin.end(`set -e; set -o pipefail\n${pasted.join('')}exit 0\n`);
  const hanging = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), patienceMs);
  const code = await ended;
  clearTimeout(hanging);
  return blocks.map((block, index) => {
    const isDone = output.printed.includes(`${MARK}end ${index}\n`);
    return {
      block,
      code: isDone ? 0 : code,
      printed: between(output.printed, index),
      complained: between(output.complained, index),
    };
  });
}

/** The output of the block with this index. */
function between(text: string, index: number): string {
  const [, from = ''] = text.split(`${MARK}begin ${index}\n`);
  return from.split(MARK, 1)[0] ?? '';
}
