/** The part of an OpenAPI document that states which bodies are required. */
interface Described {
  readonly paths?: object;
}

interface Operation {
  readonly requestBody?: {
    required?: boolean;
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly required?: readonly string[]; readonly properties?: object } }>
    >;
  };
}

/**
 * Marks every body as required or optional. `json-body.ts` reads a missing body as an empty object, so only a schema
 * with a required member needs a body; the framework marks all bodies as required. Call it before schemas are replaced
 * with references.
 */
export function withOptionalBodies<Document extends Described>(document: Document): Document {
  const operations = Object.values(document.paths ?? {}).flatMap((path: Record<string, Operation>) =>
    Object.values(path),
  );
  for (const { requestBody } of operations) {
    if (requestBody === undefined) continue;
    const { required, properties } = requestBody.content['application/json']?.schema ?? {};
    requestBody.required = properties === undefined || (required ?? []).length > 0;
  }
  return document;
}
