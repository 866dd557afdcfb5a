import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EMBEDDED_DETECTORS } from '../../../../domain/guardrails/detectors.ts';
import type { LabelledSpan } from '../../../../domain/guardrails/simulation/create-measurement.ts';
import { usageFault } from '../../../output/command-fault.ts';
import type { Context } from '../../../tree/context.ts';
import { unreadable } from './read-content-file.ts';
import { readJsonLines } from './read-json-lines.ts';

/** A text with the things that people found in it. */
interface LabelledText {
  readonly text: string;
  readonly labels: readonly LabelledSpan[];
}

/** The texts of `--corpus`, in the order of the names of the files. */
export async function* readCorpus({ cwd }: Context, path: string): AsyncGenerator<LabelledText> {
  for (const file of corpusFiles(cwd, path)) yield* readJsonLines(cwd, file, readLabelledText);
}

function corpusFiles(cwd: string, path: string): string[] {
  try {
    if (!statSync(resolve(cwd, path)).isDirectory()) return [path];
    const names = readdirSync(resolve(cwd, path)).filter((name) => name.endsWith('.jsonl'));
    if (names.length === 0)
      throw usageFault(`The folder ${path} has no .jsonl file.`, 'name a folder with labelled texts in JSONL files');
    return names.toSorted().map((name) => join(path, name));
  } catch (error) {
    throw unreadable(error, `The corpus ${path}`);
  }
}

function readLabelledText({ text, labels, ...rest }: Readonly<Record<string, unknown>>): LabelledText | string {
  const unknown = Object.keys(rest).find((name) => name !== 'id');
  if (unknown !== undefined) return `has the unknown member /${unknown.slice(0, 64)}; the members are id, text, labels`;
  if (typeof text !== 'string') return 'has no /text';
  if (!Array.isArray(labels)) return 'has no list /labels; a text without anything to find has an empty list';
  const wrong = labels.findIndex((label) => !isLabel(label));
  if (wrong !== -1)
    return `has at /labels/${wrong} something other than {detector, start, end} with one of ${EMBEDDED_DETECTORS.join(', ')} and offsets in characters`;
  return { text, labels: labels as LabelledSpan[] };
}

function isLabel(value: unknown): value is LabelledSpan {
  const { detector, start, end } = (value ?? {}) as Record<string, unknown>;
  return (
    EMBEDDED_DETECTORS.some((name) => name === detector) &&
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    Number(start) >= 0 &&
    Number(start) < Number(end)
  );
}
