/** A path at a provider, with the query of the caller. */
export function withQuery(path: string, query: string | undefined): string {
  return query === undefined ? path : `${path}?${query}`;
}
