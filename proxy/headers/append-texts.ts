export const NO_TEXTS: readonly string[] = [];

/** Adds texts one by one, which is faster than spreading them. */
export function appendTexts(texts: string[], more: readonly string[], others: readonly string[] = NO_TEXTS): void {
  for (const text of more) texts.push(text);
  for (const text of others) texts.push(text);
}
