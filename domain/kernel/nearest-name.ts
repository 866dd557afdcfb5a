/** More letters than this have to change for a name to be another one rather than a typing error. */
const MAX_CHANGES = 3;

/**
 * The name that was most likely meant; undefined where none is near. Of equally near ones the first. Only names of
 * nearly the same length are compared, so that a long text takes no longer than a short one.
 */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const lower = written.toLowerCase();
  let nearest: string | undefined;
  let minChanges = Math.min(MAX_CHANGES, Math.floor(written.length / 2)) + 1;
  for (const name of names) {
    // Each letter that one has more than the other is a change.
    if (Math.abs(name.length - lower.length) >= minChanges) continue;
    const changes = changesBetween(lower, name.toLowerCase());
    if (changes < minChanges) [nearest, minChanges] = [name, changes];
  }
  return nearest;
}

/** Letters to insert, remove or replace until the one is the other: the distance of Levenshtein. */
function changesBetween(one: string, other: string): number {
  const letters = other.split('');
  let above = [0, ...letters.map((_letter, index) => index + 1)];
  for (const written of one.split('')) {
    const row = [1 + (above[0] ?? 0)];
    for (const [index, letter] of letters.entries()) {
      const replaced = (above[index] ?? 0) + (letter === written ? 0 : 1);
      row.push(Math.min(1 + (above[index + 1] ?? 0), 1 + (row[index] ?? 0), replaced));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
