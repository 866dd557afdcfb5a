/**
 * A name or sentence as text within a line of Markdown: what Markdown takes for its own signs, or for the end of the
 * line, stands for itself. CommonMark lets any sign be escaped; these are those that mean something within a line.
 */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&');
}
