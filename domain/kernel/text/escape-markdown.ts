/**
 * A name or a sentence, escaped for use within a line of Markdown: characters that have a meaning there are escaped,
 * and line breaks become spaces. CommonMark allows a backslash before any punctuation character.
 */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');
}
