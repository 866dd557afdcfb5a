/** More letters than this have to change for a name to be another one rather than a typing error. */
const MOST_CHANGES = 3;

/** The name that was most likely meant; undefined where none is near. Of equally near ones the first. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Math.min(MOST_CHANGES, Math.floor(written.length / 2)) + 1;
  for (const name of names) {
    const changes = changesBetween(written.toLowerCase(), name.toLowerCase());
    if (changes < least) [nearest, least] = [name, changes];
  }
  return nearest;
}

/** Letters to insert, remove or replace, or pairs of neighbours to swap, until the one is the other. */
function changesBetween(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let column = 0; column <= other.length; column += 1) rows[0]?.splice(column, 1, column);
  for (let row = 1; row <= one.length; row += 1) {
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
