/** The maximum nesting, deeper than any provider nests its usage. */
const MAX_LEVELS = 6;

/** True if a value states that nothing was used: it contains no number other than 0, no text, and no `true`. */
export function isEmptyValue(value: unknown, levels = MAX_LEVELS): boolean {
  if (value === undefined || value === null || value === 0 || value === false || value === '') return true;
  if (typeof value !== 'object' || levels === 0) return false;
  for (const name in value)
    if (!isEmptyValue((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return false;
  return true;
}
