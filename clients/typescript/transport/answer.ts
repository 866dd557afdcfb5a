/** One document of the service. Its members have the names and forms that the API describes. */
export interface Answer<Data> {
  readonly data: Data;
  /** Names the request to an operator. */
  readonly requestId: string;
  /** The cursor at which the rows of an insight answer, or the instants of a preview, continue; absent at their end. */
  readonly nextCursor?: string;
}

/** The answer to a creation. */
export interface Creation<Data> extends Answer<Data> {
  /** The path at which the created thing is read. Empty if the browser may not see it. */
  readonly location: string;
  /** True where an earlier request with the same idempotency key made it, and this one nothing. */
  readonly replayed: boolean;
}

/** One page of a list, newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly requestId: string;
  /** The cursor of the next page; absent on the last one. */
  readonly nextCursor?: string;
}
