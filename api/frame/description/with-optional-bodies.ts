/** The part of an OpenAPI document that says which bodies must be there. */
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
 * Says of every body whether it must be there. `json-body.ts` reads no body as an empty object, so that only what names
 * a required member needs one; the framework says so of all. Schemas must still stand where they are used.
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
