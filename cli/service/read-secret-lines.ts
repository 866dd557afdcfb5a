import { usageFault } from '../output/command-fault.ts';
import type { Context } from '../tree/context.ts';

const MAX_BYTES = 4_096;

/**
 * The lines of standard input, which has secrets.
 *
 * @param next the command to paste if standard input cannot be used
 * @throws CommandFault `usage` if it is a terminal or has more than 4,096 bytes
 */
export async function readSecretLines({ stdin }: Context, secret: string, next: string): Promise<string[]> {
  if (stdin.isTTY === true)
    throw usageFault(`Standard input is a terminal, and a ${secret} is never typed there.`, next);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stdin) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_BYTES) throw usageFault(`Standard input has more than ${MAX_BYTES} bytes.`, next);
  }
  return Buffer.concat(pieces).toString('utf8').split(/\r?\n/);
}
