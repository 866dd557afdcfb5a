/** Options of every call. */
export interface CallOptions {
  /** Ends the call with a `TruetallyAbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, repetitions and body included; the client's `timeoutMs` if absent. */
  readonly timeoutMs?: number | undefined;
}

/** Options of a creation. */
export interface CreationOptions extends CallOptions {
  /**
   * Makes a repeated creation one creation: 1 to 255 printable ASCII characters. Sent as the header `Idempotency-Key`,
   * the same for every repetition of the call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The start of a list, and the number of items of a page. */
export interface ListOptions extends CallOptions {
  /** Items a page, 1 to 100; when absent, 50, and 100 of schedules. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; the newest items when absent. */
  readonly cursor?: string | undefined;
}
