/** The name that is nearest to a mistyped one; undefined if none is near. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const scored = names
    .map((name) => ({ name, distance: distanceOf(typed.slice(0, 64), name) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(typed.length, name.length) / 3)))
    .toSorted((one, other) => one.distance - other.distance);
  return scored[0]?.name;
}

/** The number of characters to insert, delete, replace or swap with their neighbour. */
function distanceOf(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isEqual = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, line];
  }
  return last[other.length] ?? 0;
}
