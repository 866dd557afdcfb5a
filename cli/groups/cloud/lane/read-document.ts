import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageFault } from '../../../output/command-fault.ts';
import type { Context } from '../../../tree/context.ts';

const MAX_BYTES = 1_048_576;

/** The flag and the path of a document, and the other use of standard input. */
interface DocumentSource {
  /** The flag with dashes, for faults. */
  readonly flag: string;
  /** The path, or `-` for standard input. */
  readonly path: string;
  readonly 'management-key-stdin': boolean;
}

/**
 * Reads a JSON object from a file or from standard input.
 *
 * @throws CommandFault `usage` if it cannot be read, is too large, or is not an object
 */
export async function readDocument(context: Context, source: DocumentSource): Promise<Record<string, unknown>> {
  const { flag, path } = source;
  if (path === '-' && source['management-key-stdin'])
    throw usageFault(
      `Standard input cannot hold both the key and the document of ${flag}.`,
      `${flag} <file>, or the key in TRUETALLY_MANAGEMENT_KEY`,
    );
  const bytes = path === '-' ? await readStdin(context, flag) : readFile(context, source);
  const document = parse(bytes);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw usageFault(`The document of ${flag} is not a JSON object.`, `check ${path === '-' ? 'its text' : path}`);
  return document as Record<string, unknown>;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

async function readStdin({ stdin }: Context, flag: string): Promise<Buffer> {
  if (stdin.isTTY === true) throw usageFault('Standard input is a terminal.', `${flag} <file>, or a pipe`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stdin) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_BYTES) throw tooLarge(flag);
  }
  return Buffer.concat(pieces);
}

function readFile({ cwd }: Context, { flag, path }: DocumentSource): Buffer {
  const file = resolve(cwd, path);
  try {
    if (statSync(file).size > MAX_BYTES) throw tooLarge(flag);
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'usage') throw error;
    throw usageFault(`The file ${path} of ${flag} cannot be read (${code}).`, 'check the path');
  }
}

function tooLarge(flag: string): Error {
  return usageFault(`The document of ${flag} is larger than ${MAX_BYTES} bytes.`);
}
