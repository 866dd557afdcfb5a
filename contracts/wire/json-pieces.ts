/** The form of a document: the order of its members, and the text of each value that is not split. */
interface JsonForm {
  readonly keysOf: (document: object) => string[];
  readonly textOf: (value: unknown) => string;
}

/**
 * The text of a JSON value in pieces, so that the complete text need not be in memory. Objects and lists are split down
 * to `depth` levels; everything below is one piece.
 */
export function* jsonPieces(value: unknown, depth: number, form: JsonForm): Generator<string> {
  if (depth === 0 || !isNested(value)) {
    yield form.textOf(value);
  } else if (Array.isArray(value)) {
    yield '[';
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ',';
      yield* jsonPieces(item ?? null, depth - 1, form);
    }
    yield ']';
  } else {
    const present = form.keysOf(value).filter((key) => value[key] !== undefined);
    yield '{';
    for (const [index, key] of present.entries()) {
      yield `${index > 0 ? ',' : ''}${JSON.stringify(key)}:`;
      yield* jsonPieces(value[key], depth - 1, form);
    }
    yield '}';
  }
}

/** True for a list or a plain object. Any other value, such as a Date, has a text of its own. */
function isNested(value: unknown): value is Record<string, unknown> | unknown[] {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
