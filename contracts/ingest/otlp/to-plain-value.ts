/** The value of an attribute, as JSON would write it; null if it is not a value of the protocol. */
export function toPlainValue(value: unknown): unknown {
  if (!isMapping(value)) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value;
  if (isMapping(arrayValue)) return itemsOf(arrayValue).map(toPlainValue);
  if (isMapping(kvlistValue)) {
    const members = itemsOf(kvlistValue).filter(isMapping);
    return Object.fromEntries(members.map(({ key, value: of }) => [String(key), toPlainValue(of)]));
  }
  if (intValue !== undefined && intValue !== null) return wholeNumber(intValue);
  return stringValue ?? boolValue ?? doubleValue ?? null;
}

/**
 * A 64-bit integer, which the protocol writes as a text in JSON. A value that would lose digits as a number stays a
 * text.
 */
function wholeNumber(value: unknown): unknown {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function itemsOf({ values }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
