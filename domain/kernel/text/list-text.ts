/** The names as a list in a sentence: `a`, `a and b`, `a, b and c`. */
export function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
