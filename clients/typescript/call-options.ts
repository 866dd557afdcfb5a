/** Options of every call. */
export interface CallOptions {
  /** Ends the call with a `TruetallyAbortError`. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time limit of the call in milliseconds, which covers retries and the body. Default: the client's `timeoutMs`.
   */
  readonly timeoutMs?: number | undefined;
}

/** Options of a creation. */
export interface CreationOptions extends CallOptions {
  /**
   * The key under which repeated calls create only one thing: 1 to 255 printable ASCII characters. The client sends it
   * as the header `Idempotency-Key`, with the same value for every retry of the call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The options of a list: the position at which it starts, and the page size. */
export interface ListOptions extends CallOptions {
  /** The number of items per page, from 1 to 100. Default: 50, or 100 for schedules. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the previous page. Default: the list starts with the newest items. */
  readonly cursor?: string | undefined;
}
