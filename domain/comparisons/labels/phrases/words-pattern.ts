/** Scripts that are written without spaces between words. */
export const SPACELESS_SCRIPT = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;

/** The source of a pattern for any of the given words as a separate word; `|` separates the words. */
export function wordsPattern(words: string): string {
  return String.raw`(?<![\p{L}\p{M}])(?:${words})(?![\p{L}\p{M}])`;
}
