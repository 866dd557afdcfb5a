import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { UsageFault } from '../runtime/commands/usage-fault.ts';

/** The source of a password: a terminal, or a pipe. */
export interface PasswordInput {
  readonly input: Readable & { readonly isTTY?: boolean };
  /** The output for the prompt. */
  readonly output: { write(text: string): unknown };
}

/**
 * Reads the first line of `input`. On a terminal, it prompts twice and does not echo.
 * @throws UsageFault if the input is empty, or if the two passwords differ
 */
export async function readPassword({ input, output }: PasswordInput): Promise<string> {
  const isTyped = input.isTTY === true;
  // A terminal echoes through its output stream; this one discards everything.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const typed = createInterface({ input, output: nowhere, terminal: isTyped, historySize: 0 });
  const lines = typed[Symbol.asyncIterator]();
  try {
    if (!isTyped) return await nextLine(lines);
    output.write('Password: ');
    const password = await nextLine(lines);
    output.write('\nRepeat the password: ');
    const repeated = await nextLine(lines);
    output.write('\n');
    if (password !== repeated) throw new UsageFault('The two passwords differ. Run the command again.');
    return password;
  } finally {
    typed.close();
  }
}

/**
 * Reads the next line.
 * @throws UsageFault if the input ends or is interrupted with Ctrl-C before a complete line
 */
async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const line = await lines.next();
  if (line.done === true) throw new UsageFault('Nothing was typed. Run the command again, and type the password.');
  return line.value;
}
