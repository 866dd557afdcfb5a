/** The texts between quotation marks in a line. */
export interface QuotedTexts {
  readonly whole: ReadonlySet<string>;
  /** The beginnings of texts whose end is missing: the line itself is cut off, or a line within one of its texts. */
  readonly cut: ReadonlySet<string>;
}

const QUOTED = /"((?:[^"\\]|\\.)*)("|\\?$)/gs;

const PARTIAL_ESCAPE = /\\u[\da-f]{0,3}$/i;

/** The number of lines within lines that are searched: a set-aside line contains the unreadable input as a text. */
const MAX_DEPTH = 3;

/**
 * The texts between quotation marks in a line, which may be cut off, or no JSON. Escapes are decoded. A text that is a
 * line itself is searched too.
 */
export function quotedTexts(line: string): QuotedTexts {
  const found = { whole: new Set<string>(), cut: new Set<string>() };
  addTexts(line, MAX_DEPTH, found);
  return found;
}

function addTexts(
  line: string,
  depth: number,
  found: { readonly whole: Set<string>; readonly cut: Set<string> },
): void {
  if (depth === 0) return;
  for (const [, text = '', end] of line.matchAll(QUOTED)) {
    const isWhole = end === '"';
    const inner = decoded(isWhole ? text : text.replace(PARTIAL_ESCAPE, ''));
    if (isWhole) found.whole.add(inner);
    else if (inner !== '') found.cut.add(inner);
    if (inner.includes('"')) addTexts(inner, depth - 1, found);
  }
}

function decoded(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
