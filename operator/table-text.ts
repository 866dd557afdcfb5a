import type { CommandRow } from './commands/command.ts';

/** The gap between two columns. */
const GAP = '  ';

/** Rows as a table: a line with the names of their members, in order of first occurrence, and a line for each row. */
export function tableText(rows: readonly CommandRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [names, ...rows.map((row) => names.map((name) => cellText(row[name])))];
  const widths = names.map((_name, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** The text of a cell, on one line for any value. */
function cellText(value: CommandRow[string] | undefined): string {
  const text = typeof value === 'string' || value === undefined ? (value ?? '') : value.join(',');
  return text.replaceAll(/\s+/g, ' ');
}
