/** Where a page of a list, newest first, goes on: strictly after the row with these keys. */
export interface PageKey {
  /** RFC 3339 UTC, milliseconds. */
  readonly createdAt: string;
  readonly id: string;
}
