import { paint } from '../../../output/paint.ts';
import type { Screen } from '../../../output/screen.ts';
import { onOneLine } from '../../../output/table.ts';
import { textWidth } from '../../../output/text-width.ts';

/** The lines of a document: a label and a value. A line without a value is omitted. */
export type Lines = readonly (readonly [label: string, value: string | undefined])[];

/** A document as lines. On a terminal, the values are aligned; elsewhere, a tab separates label and value. */
export function recordText(lines: Lines, screen: Screen): string {
  const shown = lines.flatMap(([label, value]) => (value === undefined ? [] : [[label, onOneLine(value)] as const]));
  if (screen.width === undefined) return shown.map((line) => line.join('\t')).join('\n');
  const width = Math.max(0, ...shown.map(([label]) => textWidth(label))) + 2;
  return shown.map(([label, value]) => `${paint(screen, 'dim', label.padEnd(width))}${value}`).join('\n');
}

/** Parts of an answer, separated by an empty line. Empty parts are omitted. */
export function partsText(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
