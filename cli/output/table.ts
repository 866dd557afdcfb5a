import { paint } from './paint.ts';
import type { Screen } from './screen.ts';
import { shortenMiddle, textWidth } from './text-width.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Numbers are aligned at their end. */
  readonly isNumber?: true;
  /** True if a narrow terminal may shorten its texts. Numbers and ids are never shortened. */
  readonly canShrink?: true;
}

const GAP = 2;
const NARROWEST_SHRUNK = 8;

/**
 * Rows as a table. On a terminal, columns that can shrink are shortened until a line fits; if it still does not fit,
 * each row becomes a block of lines. Elsewhere, values are complete and separated by tabs, so that programs can read
 * them.
 */
export function tableText(columns: readonly Column[], rows: readonly (readonly string[])[], screen: Screen): string {
  const cells = rows.map((row) => columns.map((_column, index) => onOneLine(row[index] ?? '')));
  const titles = columns.map(({ title }) => title);
  if (screen.width === undefined) return [titles, ...cells].map((line) => line.join('\t')).join('\n');
  const natural = columns.map((_column, index) =>
    Math.max(...[titles, ...cells].map((line) => textWidth(line[index] ?? ''))),
  );
  const widths = shrink(columns, natural, screen.width);
  if (sumOf(widths) + GAP * (columns.length - 1) > screen.width) return blocksText(titles, cells, screen);
  const ellipsis = screen.hasUnicode ? '…' : '~';
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) =>
        aligned(shortenMiddle(cell, widths[index] ?? 0, ellipsis), widths[index] ?? 0, columns[index]),
      )
      .join(' '.repeat(GAP))
      .trimEnd();
  return [paint(screen, 'bold', line(titles)), ...cells.map(line)].join('\n');
}

function shrink(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  let excess = sumOf(widths) + GAP * (columns.length - 1) - width;
  while (excess > 0) {
    const widest = columns
      .flatMap(({ canShrink }, index) => (canShrink && (widths[index] ?? 0) > NARROWEST_SHRUNK ? [index] : []))
      .toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))[0];
    if (widest === undefined) return widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

/** Each row as lines with a title and a value. Values longer than a line continue on the next ones. */
function blocksText(titles: readonly string[], rows: readonly (readonly string[])[], { width = 0 }: Screen): string {
  const label = Math.min(Math.max(...titles.map(textWidth)) + GAP, Math.floor(width / 2));
  return rows
    .map((row) =>
      row
        .flatMap((cell, index) =>
          wrapped(cell, width - label).map((part, number) =>
            `${(number === 0 ? (titles[index] ?? '') : '').slice(0, label - 1).padEnd(label)}${part}`.trimEnd(),
          ),
        )
        .join('\n'),
    )
    .join('\n\n');
}

/** Parts of a text that fit into a width. */
function wrapped(text: string, width: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (textWidth(part + character) > width && part !== '') {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

function aligned(text: string, width: number, column: Column | undefined): string {
  const padding = ' '.repeat(Math.max(0, width - textWidth(text)));
  return column?.isNumber ? padding + text : text + padding;
}

/** A text on one line and without control characters, which could move the cursor of a terminal. */
export function onOneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly these characters are removed
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '');
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
