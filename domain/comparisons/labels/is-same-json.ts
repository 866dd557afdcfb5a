/** An answer that is a single fenced Markdown block, the usual form in which models write JSON. */
const FENCE = /^```(?:json)?\s([\s\S]*)```$/u;

/** A value that is unequal to every JSON value. */
const NOT_JSON = Symbol('not JSON');

/**
 * True if both texts are JSON of equal values. The order of members does not matter, the order of elements does, and
 * numbers are compared as doubles. If the answer is a single fenced block, its content is compared.
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

/**
 * True if both values are equal. An explicit stack prevents an overflow for answers with a million levels of nesting.
 */
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

/** True for an object or an array, whose elements are members with their index as key. */
function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
