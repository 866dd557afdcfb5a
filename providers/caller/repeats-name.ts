import { parseJson } from '../json-parts.ts';

const BACKSLASH = 0x5c;

/**
 * True if an object in a JSON text has two members of the same name, because parsers differ in which of them they use.
 * It takes one pass over the text. For a text that is not JSON, the result has no meaning, because every parser refuses
 * it.
 */
export function repeatsName(json: string): boolean {
  const marks = /["[\]{},]/g;
  /** The names so far of each open object; undefined for an open list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let mark = marks.exec(json); mark !== null; mark = marks.exec(json)) {
    const [character] = mark;
    if (character === '"') {
      const end = endOfString(json, mark.index);
      const names = isName ? open.at(-1) : undefined;
      if (names !== undefined) {
        const name = nameOf(json.slice(mark.index, end));
        if (names.has(name)) return true;
        names.add(name);
      }
      isName = false;
      marks.lastIndex = end;
    } else {
      if (character === '{') open.push(new Set());
      else if (character === '[') open.push(undefined);
      else if (character !== ',') open.pop();
      isName = character === '{' || (character === ',' && open.at(-1) !== undefined);
    }
  }
  return false;
}

/** The position after the closing quote of the string that begins at a quote. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end + 1;
}

function isEscaped(json: string, index: number): boolean {
  let before = index;
  while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1;
  return (index - before) % 2 === 1;
}

/** The decoded name: escapes allow several spellings of the same name. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? String(parseJson(quoted)) : quoted.slice(1, -1);
}
