import { createInterface } from 'node:readline';
import { Writable, type Readable } from 'node:stream';
import { UsageFault } from '../runtime/commands/usage-fault.ts';

/** The source of a password: a terminal, or a pipe. */
export interface PasswordInput {
  readonly input: Readable & { readonly isTTY?: boolean };
  /** The output that asks for it. */
  readonly output: { write(text: string): unknown };
}

/**
 * The first line of `input`. On a terminal it is asked for twice, and what is typed is not shown.
 * @throws UsageFault where nothing comes, or the two are not the same
 */
export async function readPassword({ input, output }: PasswordInput): Promise<string> {
  const isTyped = input.isTTY === true;
  // A terminal shows what is typed by writing it back; this one keeps it to itself.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const typed = createInterface({ input, output: nowhere, terminal: isTyped, historySize: 0 });
  const lines = typed[Symbol.asyncIterator]();
  try {
    if (!isTyped) return await nextLine(lines);
    output.write('Password: ');
    const password = await nextLine(lines);
    output.write('\nThe same again: ');
    const repeated = await nextLine(lines);
    output.write('\n');
    if (password !== repeated) throw new UsageFault('The two passwords differ. Run the command again.');
    return password;
  } finally {
    typed.close();
  }
}

/** @throws UsageFault where the input ends, or is broken off with Ctrl-C, before there is a line */
async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const line = await lines.next();
  if (line.done === true) throw new UsageFault('Nothing was typed. Run the command again, and type the password.');
  return line.value;
}
