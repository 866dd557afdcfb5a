/** A line of both texts, or of one of them. */
interface DiffLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

const CONTEXT_LINES = 3;

/** The largest table of the comparison. Longer texts are shown as removed and added. */
const MAX_CELLS = 25_000_000;

/** The lines of a unified diff of two texts; empty if they are equal. */
export function unifiedDiff(before: string, after: string, names: readonly [string, string]): string[] {
  const lines = diffLines(linesOf(before), linesOf(after));
  const hunks = hunksOf(lines);
  return hunks.length === 0
    ? []
    : [`--- ${names[0]}`, `+++ ${names[1]}`, ...hunks.flatMap((hunk) => hunkText(lines, hunk))];
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The lines in the order of a diff, by their longest common subsequence. */
function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const [rows, columns] = [before.length, after.length];
  if (rows * columns > MAX_CELLS)
    return [
      ...before.map((text): DiffLine => ({ mark: '-', text })),
      ...after.map((text): DiffLine => ({ mark: '+', text })),
    ];
  const common = commonLengths(before, after);
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const [old, next] = [before[row], after[column]];
    if (old !== undefined && old === next) {
      lines.push({ mark: ' ', text: old });
      row += 1;
      column += 1;
    } else if (next === undefined || (old !== undefined && common(row + 1, column) >= common(row, column + 1))) {
      lines.push({ mark: '-', text: old ?? '' });
      row += 1;
    } else {
      lines.push({ mark: '+', text: next });
      column += 1;
    }
  }
  return lines;
}

/** The length of the longest common subsequence of the rests of two lists. */
type CommonLength = (row: number, column: number) => number;

function commonLengths(before: readonly string[], after: readonly string[]): CommonLength {
  const [rows, columns] = [before.length, after.length];
  const common = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at: CommonLength = (row, column) => common[row]?.[column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      (common[row] as Uint32Array)[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  return at;
}

/** A range of lines; the end is exclusive. */
type Hunk = readonly [from: number, to: number];

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, { mark }] of lines.entries()) {
    if (mark === ' ') continue;
    const [from, to] = [Math.max(0, index - CONTEXT_LINES), Math.min(lines.length, index + CONTEXT_LINES + 1)];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last[1]) hunks[hunks.length - 1] = [last[0], to];
    else hunks.push([from, to]);
  }
  return hunks;
}

function hunkText(lines: readonly DiffLine[], [from, to]: Hunk): string[] {
  const part = lines.slice(from, to);
  const range = (other: DiffLine['mark']): string => {
    const start = lines.slice(0, from).filter(({ mark }) => mark !== other).length;
    const length = part.filter(({ mark }) => mark !== other).length;
    return `${length === 0 ? start : start + 1},${length}`;
  };
  return [`@@ -${range('+')} +${range('-')} @@`, ...part.map(({ mark, text }) => `${mark}${text}`)];
}
