/** The position at which a page of a list, newest first, continues: strictly after the row with these keys. */
export interface PageKey {
  /** RFC 3339 UTC, milliseconds. */
  readonly createdAt: string;
  readonly id: string;
}
