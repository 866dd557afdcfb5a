import type { CallReading } from '../logs/read-calls.ts';
import type { DocumentResult } from '../output/result.ts';
import type { Screen } from '../output/screen.ts';

/** The answer of a command that read a log. */
interface LogAnswer {
  readonly document: object;
  readonly text: (screen: Screen) => string;
  readonly notes?: readonly string[];
}

/**
 * The result of a command that read a log: its answer, with the window and the skipped lines.
 *
 * @param isStrict true if an unreadable line ends the command with 7
 */
export function logResult(
  { window, skipped }: Pick<CallReading, 'window' | 'skipped'>,
  isStrict: boolean,
  { document, text, notes = [] }: LogAnswer,
): DocumentResult {
  return {
    kind: 'document',
    document: {
      from: instantOrNull(window.fromMs),
      to: instantOrNull(window.toMs),
      ...document,
      skipped: skipped.counts,
    },
    text,
    notes: [...notes, ...skipped.notes],
    ...(isStrict && skipped.faulty > 0 && { exit: 'partial' as const }),
  };
}

/** An instant in RFC 3339; null for a window without this bound. */
export function instantOrNull(ms: number): string | null {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : null;
}
