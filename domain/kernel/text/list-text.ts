/** The maximum number of names in a short list. */
const MAX_NAMED = 5;

/** The names as a list in a sentence: `a`, `a and b`, `a, b and c`. */
export function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The first five names as a list in a sentence, and the number of the others: `a, b, c, d, e and 3 more`. */
export function shortListText(names: readonly string[]): string {
  const others = names.length - MAX_NAMED;
  return listText(others > 0 ? [...names.slice(0, MAX_NAMED), `${others} more`] : names);
}
