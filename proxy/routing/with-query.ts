/** A path of a provider with the query that its caller wrote. */
export function withQuery(path: string, query: string | undefined): string {
  return query === undefined ? path : `${path}?${query}`;
}
