/**
 * The form of a line of output: the parts that stay equal if quoted names, ids, numbers, folders and column widths
 * change. On a page, a word that ends with `…` matches any word with this beginning.
 */
export function lineForm(line: string): string {
  return line
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\b([a-z]+_)[0-9A-Za-z]{20,}/g, '$1…')
    .replaceAll(/(?:\/[\w.@…-]+)+\//g, '…/')
    .replaceAll(/\bttk_[\w.-]+/g, 'ttk_…')
    .replaceAll(/-?\d+(?:\.\d+)?/g, '0')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * The lines of a page's output whose form differs from every printed line. A line `…` stands for any number of lines.
 */
export function missingForms(shown: string, printed: string): string[] {
  const forms = new Set(printed.split('\n').map(lineForm));
  return shown.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '…' && !forms.has(lineForm(line)));
}
