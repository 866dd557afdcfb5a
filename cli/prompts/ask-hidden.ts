import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { usageFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';

/**
 * Asks questions on the terminal, whose answers are not shown.
 *
 * @param next the way without a terminal
 * @throws CommandFault `usage` without a terminal, with `--no-input`, or if the input ends before the last answer
 */
export async function askHidden(
  { globals, stdin }: Context,
  questions: readonly string[],
  next: string,
): Promise<string[]> {
  if (globals['no-input'] || stdin.isTTY !== true || !process.stderr.isTTY)
    throw usageFault('The command asks for a password, and nobody can answer here.', next);
  // A terminal echoes through the output stream of the interface; this one discards everything.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const lines = terminal[Symbol.asyncIterator]();
  try {
    const answers: string[] = [];
    for (const question of questions) {
      process.stderr.write(question);
      const line = await lines.next();
      process.stderr.write('\n');
      if (line.done === true) throw usageFault('The input ended before the last answer. Nothing was changed.');
      answers.push(line.value);
    }
    return answers;
  } finally {
    terminal.close();
  }
}
