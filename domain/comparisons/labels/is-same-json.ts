/** An answer that is one fenced block of Markdown, as models like to write JSON. */
const FENCE = /^```(?:json)?\s([\s\S]*)```$/u;

/** Equals no value that a text says. */
const NOT_JSON = Symbol('not JSON');

/**
 * True when both texts are JSON of one value: members in any order, elements in theirs, numbers as doubles. Of an
 * answer that is one fenced block, its content is read.
 */
export function isSameJson(answer: string, expected: string): boolean {
  const trimmed = answer.trim();
  const found = valueOf(FENCE.exec(trimmed)?.[1] ?? trimmed);
  return found !== NOT_JSON && isSameValue(found, valueOf(expected));
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return NOT_JSON;
  }
}

/** Walked with a list of its own: an answer that is nested a million deep does not overflow the stack. */
function isSameValue(one: unknown, other: unknown): boolean {
  const open: [unknown, unknown][] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (!isTree(left) || !isTree(right) || Array.isArray(left) !== Array.isArray(right)) return false;
    const keys = Object.keys(left);
    if (keys.length !== Object.keys(right).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false;
      open.push([left[key], right[key]]);
    }
  }
  return true;
}

/** An object or an array, whose elements are members by their place. */
function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
