/** The maximum number of changed letters in a typing error. A name with more changes counts as a different name. */
const MAX_CHANGES = 3;

/**
 * The name that was most likely meant; the first of several equally near names, and undefined if no name is near. Only
 * names of similar length are compared, so that a long text takes no longer than a short one.
 */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const lower = written.toLowerCase();
  let nearest: string | undefined;
  let minChanges = Math.min(MAX_CHANGES, Math.floor(written.length / 2)) + 1;
  for (const name of names) {
    // Each surplus letter of the longer name is a change.
    if (Math.abs(name.length - lower.length) >= minChanges) continue;
    const changes = changesBetween(lower, name.toLowerCase());
    if (changes < minChanges) [nearest, minChanges] = [name, changes];
  }
  return nearest;
}

/** The Levenshtein distance: the letters to insert, remove or replace to turn one name into the other. */
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
