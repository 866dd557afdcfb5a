/**
 * The form of a line of output: what stays when names in quotes, ids, numbers, folders and the width of columns are
 * others. A word that ends with `…` on a page stands for one that begins so.
 */
export function formOf(line: string): string {
  return line
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\b([a-z]+_)[0-9A-Za-z]{20,}/g, '$1…')
    .replaceAll(/(?:\/[\w.@…-]+)+\//g, '…/')
    .replaceAll(/\bttk_[\w.-]+/g, 'ttk_…')
    .replaceAll(/-?\d+(?:\.\d+)?/g, '0')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Lines of a page's output whose form no line that was printed has. A line `…` stands for any number of lines. */
export function missingForms(shown: string, printed: string): string[] {
  const forms = new Set(printed.split('\n').map(formOf));
  return shown.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '…' && !forms.has(formOf(line)));
}
