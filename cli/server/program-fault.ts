import { CommandFault } from '../output/command-fault.ts';
import type { ServerProgramEnd } from './server-program.ts';

/** The fault of a program of the server that ended without an answer. Its own sentences are the reason. */
export function programFault(
  { code, stderr }: ServerProgramEnd,
  parts: { readonly code: string; readonly next: string },
): CommandFault {
  const said = stderr.trim().replace(/^truetally: /, '');
  return new CommandFault('fault', said === '' ? `The program ended with ${code} and without a message.` : said, parts);
}
