import type { DocumentResult } from '../output/result.ts';
import { tableText, type Column } from '../output/table.ts';

interface ShownList {
  readonly bytes: Uint8Array;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** The cursor of the next page; empty on the last one. */
  readonly nextCursor: string;
  /** The note on a list without rows. */
  readonly empty: string;
}

/** The result of a command that shows a page of a list. */
export function listResult({ bytes, columns, rows, nextCursor, empty }: ShownList): DocumentResult {
  return {
    kind: 'document',
    document: bytes,
    text: (screen) => (rows.length === 0 ? '' : tableText(columns, rows, screen)),
    notes: [
      ...(rows.length === 0 ? [empty] : []),
      ...(nextCursor === '' ? [] : [`There are more rows: --cursor ${nextCursor}`]),
    ],
  };
}

/** The day and minute of an instant in UTC, or a dash. */
export function minuteText(instant: string | null | undefined): string {
  return instant === null || instant === undefined ? '-' : `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`;
}
