import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { usageFault } from '../../../output/command-fault.ts';
import { unreadable } from './read-content-file.ts';

/**
 * The values of a JSONL file, each converted by `read`, which returns a sentence for a value that it does not accept.
 *
 * @throws CommandFault `usage` that names the first line that cannot be used
 */
export async function* readJsonLines<Value extends object>(
  cwd: string,
  path: string,
  read: (value: Readonly<Record<string, unknown>>, line: number) => Value | string,
): AsyncGenerator<Value> {
  const stream = createReadStream(resolve(cwd, path), 'utf8');
  // The interface does not report the errors of its stream to a loop over its lines.
  const failed = new Promise<never>((_resolve, reject) => stream.once('error', reject));
  failed.catch(() => undefined);
  const lines = createInterface({ input: stream, crlfDelay: Infinity })[Symbol.asyncIterator]();
  try {
    for (let line = 1; ; line += 1) {
      const next = await Promise.race([lines.next(), failed]);
      if (next.done === true) return;
      if (next.value.trim() === '') continue;
      const value = read(parseObject(next.value, path, line), line);
      if (typeof value === 'string') throw lineFault(path, line, value);
      yield value;
    }
  } catch (error) {
    throw unreadable(error, `The file ${path}`);
  } finally {
    stream.destroy();
  }
}

function parseObject(text: string, path: string, line: number): Readonly<Record<string, unknown>> {
  try {
    const value = JSON.parse(line === 1 ? text.replace(/^\uFEFF/, '') : text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>;
  } catch {
    // The fault below describes every line that is no JSON object.
  }
  throw lineFault(path, line, 'is not a JSON object');
}

function lineFault(path: string, line: number, detail: string) {
  return usageFault(`Line ${line} of ${path} ${detail}.`, 'correct the line: tt guardrails test --help');
}
