/** The first texts of a list, followed by `and N more` if it holds more than `most`. */
export function firstTexts(texts: readonly string[], most: number): string[] {
  const left = texts.length - most;
  return left > 0 ? [...texts.slice(0, most), `and ${left} more`] : [...texts];
}
