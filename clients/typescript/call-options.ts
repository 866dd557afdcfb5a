/** What every call takes beside what it asks. */
export interface CallOptions {
  /** Ends the call with a `TruetallyAbortError`. */
  readonly signal?: AbortSignal | undefined;
  /** How long the whole call may take, repetitions and body included; the client's `timeoutMs` when absent. */
  readonly timeoutMs?: number | undefined;
}

/** What a creation takes besides. */
export interface CreationOptions extends CallOptions {
  /**
   * Makes a repeated creation one creation: 1 to 255 printable ASCII characters. Sent as the header `Idempotency-Key`,
   * the same for every repetition of the call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Where a list begins, and how many items a page holds. */
export interface ListOptions extends CallOptions {
  /** Items a page, 1 to 100; when absent, 50, and 100 of schedules. */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before; the newest items when absent. */
  readonly cursor?: string | undefined;
}
