/** The operations that an answer leads to, by a name that is short. */
export type Links = Readonly<Record<string, Link>>;

interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Links to operations, each with what its path is made of, as OpenAPI writes it. */
export function linksTo(operationIds: readonly string[], parameters: Link['parameters']): Links {
  return Object.fromEntries(
    operationIds.map((operationId) => [operationId.split('.').slice(-2).join('_'), { operationId, parameters }]),
  );
}
