/** The position at which a page of a newest-first list continues: strictly after the row with these values. */
export interface PageKey {
  /** The time of the row, in RFC 3339 UTC with milliseconds. */
  readonly createdAt: string;
  readonly id: string;
}
