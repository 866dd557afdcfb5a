/** The part of an OpenAPI document with the requests of operations. */
interface Described {
  readonly paths?: object;
}

interface Operation {
  requestBody?: object;
}

/**
 * Describes the default of each request member in its text. Client generators treat a member with a `default` as always
 * present, so that their clients would have to send it.
 */
export function describeDefaults<Document extends Described>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path: Record<string, Operation>) =>
    Object.values(path),
  );
  for (const operation of operations) {
    if (operation.requestBody !== undefined) operation.requestBody = worded(operation.requestBody) as object;
  }
  return document;
}

function worded(value: unknown, isMembers = false): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((one) => worded(one));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([key, member]) => [
      key,
      worded(member, key === 'properties'),
    ]),
  );
  if (isMembers || copy['default'] === undefined) return copy;
  const { default: meant, description, ...schema } = copy;
  const words = `\`${JSON.stringify(meant)}\` when absent`;
  return { ...schema, description: typeof description === 'string' ? `${description}; ${words}` : words };
}
