import { createInterface } from 'node:readline/promises';
import { CommandFault, usageFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';

/**
 * Asks before a change that cannot be undone. `--yes` answers the question.
 *
 * @throws CommandFault `usage` without a terminal or with `--no-input`, and if the answer is no
 */
export async function confirm({ globals, stdin, signal }: Context, question: string): Promise<void> {
  if (globals.yes) return;
  if (globals['no-input'] || stdin.isTTY !== true || !process.stderr.isTTY)
    throw usageFault(`${question} Nobody can answer here.`, 'add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal });
    if (!/^y(es)?$/i.test(answer.trim()))
      throw new CommandFault('usage', 'Nothing was changed.', { why: 'the answer was no' });
  } finally {
    terminal.close();
  }
}
