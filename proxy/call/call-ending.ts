import type { EndedCall } from '../../contracts/ingest/calls/write-ended-call.ts';

/** The end of a call. Milliseconds count from when the body was complete (`callStartMs`), by a monotonic clock. */
export interface CallEnding extends EndedCall {
  /** True if the answer is complete and may be given to other callers; absent if there is no answer. */
  readonly isAnswer?: boolean;
}
