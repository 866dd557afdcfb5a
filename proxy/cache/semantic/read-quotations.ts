/** The closing mark of a quotation, by its opening mark. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['«', '»'],
  ['`', '`'],
]);

/**
 * The quoted texts in order, without their marks. A mark that is never closed begins no quotation. The text is read
 * once, and once more for each kind of mark that is never closed.
 */
export function readQuotations(text: string): string[] {
  const quotations: string[] = [];
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    const opening = text[at] as string;
    const closing = CLOSING.get(opening);
    if (closing === undefined || unclosed.has(opening)) continue;
    const end = text.indexOf(closing, at + 1);
    if (end === -1) unclosed.add(opening);
    else {
      quotations.push(text.slice(at + 1, end));
      at = end;
    }
  }
  return quotations;
}
