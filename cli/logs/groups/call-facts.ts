/** The facts about a call that groups sum, in the form of the scanner. */
export interface CallFacts {
  admittedMs: number;
  /** The index in `CALL_STATUSES`. */
  status: number;
  /** -1 if the usage is unknown. */
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  /** The known parts of the cost. */
  knownNanos: number | bigint;
  isUnpriced: boolean;
  /** True if the price of a part is not known yet, or the call has not ended. */
  isPending: boolean;
  isCostEstimate: boolean;
  isCacheHit: boolean;
  /** -1 if it was not measured. */
  latencyMs: number;
}
