/** An answer of the service: one document. Its members have the names and types that the API describes. */
export interface Answer<Data> {
  readonly data: Data;
  /** The id by which an operator finds the request. */
  readonly requestId: string;
  /** The cursor of the next rows of an insight answer, or of the next instants of a preview; absent at the end. */
  readonly nextCursor?: string;
}

/** The answer to a creation. */
export interface Creation<Data> extends Answer<Data> {
  /** The path of the created resource. Empty if the browser does not expose the header. */
  readonly location: string;
  /**
   * True if an earlier request with the same idempotency key created the resource, so that this request changed
   * nothing.
   */
  readonly replayed: boolean;
}

/** One page of a list, newest first. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly requestId: string;
  /** The cursor of the next page; absent on the last one. */
  readonly nextCursor?: string;
}
