import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { usageFault } from '../../../output/command-fault.ts';
import type { Context } from '../../../tree/context.ts';

const MAX_MIB = 256;

/**
 * The text of a file, or of standard input for `-`.
 *
 * @throws CommandFault `usage` if it cannot be read, is too large or is not UTF-8
 */
export async function readContentFile({ cwd, stdin }: Context, path: string): Promise<string> {
  const name = path === '-' ? 'Standard input' : `The file ${path}`;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of path === '-' ? stdin : createReadStream(resolve(cwd, path))) {
      pieces.push(piece as Uint8Array);
      bytes += (piece as Uint8Array).length;
      if (bytes > MAX_MIB * 1_048_576)
        throw usageFault(
          `${name} has more than ${MAX_MIB} MiB.`,
          'split it, or use --dataset with a text on each line',
        );
    }
  } catch (error) {
    throw unreadable(error, name);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
  } catch {
    throw usageFault(`${name} is not UTF-8, so its characters cannot be counted.`, 'convert it to UTF-8');
  }
}

/** The fault of a system error; any other error is returned unchanged. */
export function unreadable(error: unknown, name: string): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z]+$/.test(code)) return error as Error;
  return usageFault(`${name} cannot be read (${code}).`, 'check the path and its permissions');
}
