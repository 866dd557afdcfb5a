/** One document of the service. Its members have the names and forms that the API describes. */
export interface Answer<Data> {
  readonly data: Data;
  /** Names the request to an operator. */
  readonly requestId: string;
  /** Where the rows of an insight answer, or the instants of a preview, go on; absent where they end. */
  readonly nextCursor?: string;
}

/** What a creation is answered. */
export interface Creation<Data> extends Answer<Data> {
  /** Where what was made is read: a path of the service. Empty where a browser is not let see it. */
  readonly location: string;
  /** True where an earlier request with the same idempotency key made it, and this one nothing. */
  readonly replayed: boolean;
}

/** One page of a list, newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly requestId: string;
  /** Where the next page begins; absent on the last one. */
  readonly nextCursor?: string;
}
