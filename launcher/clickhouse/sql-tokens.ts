import { engineRefusal } from './clickhouse-exception.ts';

/** One token of a statement, without comments and spaces. `depth` counts the brackets around it. */
export interface SqlToken {
  readonly kind: 'word' | 'quoted' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

const SPACE = /[\s\0]+/y;
const LINE_COMMENT = /(?:--|#[ !])[^\n]*/y;
const WORD = /[A-Za-z0-9_\u0080-\u2017\u201e-\uffff]+/y;
const HEREDOC_TAG = /\$[A-Za-z0-9_]*\$/y;
const CLOSING_QUOTE: Readonly<Record<string, string>> = { '\u2018': '\u2019', '\u201c': '\u201d' };

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

// Block comments nest in ClickHouse.
function blockCommentEnd(text: string, at: number): number {
  let depth = 0;
  const edge = /\/\*|\*\//g;
  edge.lastIndex = at;
  for (let match = edge.exec(text); match; match = edge.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  throw engineRefusal.syntax('A comment is not closed.');
}

// The index after the closing quote. A quote is escaped by a backslash or by doubling. A doubled quote gives two
// adjacent tokens, which does not change where the text ends.
function quotedEnd(text: string, at: number, quote: string): number {
  for (let index = at + 1; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === quote) return index + 1;
  }
  throw engineRefusal.syntax(`A quoted text that begins at position ${at} is not closed.`);
}

function literalEnd(text: string, at: number): number | undefined {
  const character = text.charAt(at);
  if (character === "'" || character === '"' || character === '`') return quotedEnd(text, at, character);
  const closing = CLOSING_QUOTE[character];
  if (closing !== undefined) {
    const end = text.indexOf(closing, at);
    if (end < 0) throw engineRefusal.syntax(`A quoted text that begins at position ${at} is not closed.`);
    return end + 1;
  }
  const tag = character === '$' ? matchAt(HEREDOC_TAG, text, at) : undefined;
  if (tag === undefined) return undefined;
  const end = text.indexOf(tag, at + tag.length);
  return end < 0 ? undefined : end + tag.length;
}

function blankEnd(text: string, at: number): number {
  const blank = matchAt(SPACE, text, at) ?? matchAt(LINE_COMMENT, text, at);
  if (blank !== undefined) return at + blank.length;
  return text.startsWith('/*', at) ? blockCommentEnd(text, at) : at;
}

function readToken(text: string, start: number, depth: number): SqlToken {
  const literal = literalEnd(text, start);
  if (literal !== undefined) {
    return { kind: 'quoted', text: text.slice(start, literal), start, end: literal, depth };
  }
  const word = matchAt(WORD, text, start);
  if (word !== undefined) return { kind: 'word', text: word, start, end: start + word.length, depth };
  const sign = text.charAt(start);
  return { kind: 'sign', text: sign, start, end: start + 1, depth: ')]}'.includes(sign) ? depth - 1 : depth };
}

/**
 * Yields the tokens of ClickHouse SQL one by one, so that the consumer can stop where inline data begins. Throws code
 * 62 if a text or a comment is not closed: a guess at its end could hide a second statement.
 */
export function* sqlTokens(text: string): Generator<SqlToken, void, undefined> {
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const afterBlank = blankEnd(text, at);
    if (afterBlank > at) {
      at = afterBlank;
      continue;
    }
    const token = readToken(text, at, depth);
    yield token;
    at = token.end;
    depth = token.kind === 'sign' && '([{'.includes(token.text) ? depth + 1 : token.depth;
  }
}
