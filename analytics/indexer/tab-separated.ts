/** What a column of a fact may hold. */
export type Cell = string | number | boolean | null;

/** In UTF-16 units. A piece per row would cost the sender and the receiver more than the rows themselves. */
const PIECE_LENGTH = 131_072;

const SPECIAL = /[\\\t\n\r\0]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' };

/**
 * Rows in ClickHouse's TabSeparated format, in pieces of many rows. Of the row formats it is the one that is cheapest to
 * write here and to read there: nothing is quoted, no name is repeated.
 */
export function* tabSeparated(rows: Iterable<readonly Cell[]>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    let separator = '';
    for (const cell of row) {
      piece += separator + fieldOf(cell);
      separator = '\t';
    }
    piece += '\n';
    if (piece.length >= PIECE_LENGTH) {
      yield piece;
      piece = '';
    }
  }
  if (piece !== '') yield piece;
}

function fieldOf(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell !== 'string') return String(cell);
  return SPECIAL.test(cell) ? cell.replace(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? '') : cell;
}
