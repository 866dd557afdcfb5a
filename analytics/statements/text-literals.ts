/**
 * The texts as literals of a statement, separated by commas. As bound values, a long list would not fit into a URL. A
 * list of plain literals is one element to the parser, which refuses statements of more than 50,000 elements.
 */
export function textLiterals(texts: readonly string[]): string {
  return texts.map((text) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`).join();
}
