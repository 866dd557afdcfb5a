/** The first `max` texts of a list, followed by `and N more` if the list is longer. */
export function truncateList(texts: readonly string[], max: number): string[] {
  const left = texts.length - max;
  return left > 0 ? [...texts.slice(0, max), `and ${left} more`] : [...texts];
}
