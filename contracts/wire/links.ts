/** The operations that can follow an answer, by short names. */
export type Links = Readonly<Record<string, Link>>;

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Links to operations. `parameters` states where the ids of their paths are found, as OpenAPI writes it. */
export function createLinks(operationIds: readonly string[], parameters: Link['parameters']): Links {
  return Object.fromEntries(
    operationIds.map((operationId) => [operationId.split('.').slice(-2).join('_'), { operationId, parameters }]),
  );
}
