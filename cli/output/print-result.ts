import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { usageFault } from './command-fault.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { filterByJq } from './filter-by-jq.ts';
import { openNewFile } from './open-new-file.ts';
import type { BytesResult, DocumentResult, Result } from './result.ts';
import type { Screen } from './screen.ts';

/** The places to which a result is written. */
interface Outputs {
  readonly stdout: Writable;
  readonly screen: Screen;
  readonly note: (text: string) => void;
  readonly globals: { readonly json: boolean; readonly jq: string | undefined; readonly output: string | undefined };
}

/** Writes a result, and returns the exit code. */
export async function printResult(result: Result, outputs: Outputs): Promise<number> {
  if (result.kind === 'end') return result.code;
  const { stdout, globals } = outputs;
  const target = globals.output === undefined ? stdout : createWriteStream('', { fd: openNewFile(globals.output) });
  try {
    return result.kind === 'bytes'
      ? await printBytes(result, target, outputs)
      : await printDocument(result, target, outputs);
  } finally {
    if (target !== stdout) {
      target.end();
      await once(target, 'close');
    }
  }
}

async function printBytes(
  { bytes, notes }: BytesResult,
  target: Writable,
  { globals, note }: Outputs,
): Promise<number> {
  if (globals.json || globals.jq !== undefined)
    throw usageFault('This command writes bytes, so --json and --jq do not apply.', 'leave them out');
  for await (const piece of bytes) await write(target, piece);
  for (const sentence of notes?.() ?? []) note(sentence);
  return EXIT_CODES.done.code;
}

async function printDocument(result: DocumentResult, target: Writable, outputs: Outputs): Promise<number> {
  const { globals, note } = outputs;
  // A file is for programs and people without a terminal, so it gets the form of a pipe.
  const text = await textOf(result, globals, globals.output === undefined ? outputs.screen : FILE_SCREEN);
  if (text.length > 0) await write(target, text);
  for (const sentence of result.notes ?? []) note(sentence);
  return EXIT_CODES[result.exit ?? 'done'].code;
}

const FILE_SCREEN: Screen = { width: undefined, hasColor: false, hasUnicode: true };

async function textOf(
  { document, text }: DocumentResult,
  { json, jq }: Outputs['globals'],
  screen: Screen,
): Promise<string | Uint8Array> {
  if (jq !== undefined) return await filterByJq(jsonOf(document), jq);
  if (json) return document instanceof Uint8Array ? document : `${JSON.stringify(document, undefined, 2)}\n`;
  const shown = text(screen);
  return shown === '' ? '' : `${shown}\n`;
}

function jsonOf(document: Uint8Array | object): string {
  return document instanceof Uint8Array ? new TextDecoder().decode(document) : JSON.stringify(document);
}

async function write(target: Writable, piece: string | Uint8Array): Promise<void> {
  if (!target.write(piece)) await once(target, 'drain');
}
