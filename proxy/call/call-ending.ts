import type { EndedCall } from '../../contracts/ingest/calls/write-ended-call.ts';

/** The end of a call; milliseconds count from when its body was complete (`startedMs`), by a monotonic clock. */
export interface CallEnding extends EndedCall {
  /** True if a complete answer may be given to others; absent if there is none. */
  readonly isAnswer?: boolean;
}
