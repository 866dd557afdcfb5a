/** Deeper than any provider nests what was used. */
const MAX_LEVELS = 6;

/** True if a value says that nothing was used: it has no number but 0, no text, and nothing that is true. */
export function isEmptyValue(value: unknown, levels = MAX_LEVELS): boolean {
  if (value === undefined || value === null || value === 0 || value === false || value === '') return true;
  if (typeof value !== 'object' || levels === 0) return false;
  for (const name in value)
    if (!isEmptyValue((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return false;
  return true;
}
