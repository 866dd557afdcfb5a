import type { EndedCall } from '../../contracts/ingest/calls/write-ended-call.ts';

/** How it ended; milliseconds count from when its body was whole (`startedMs`), by a clock that only goes on. */
export interface CallEnding extends EndedCall {
  /** Whether an answer came to its end that others may be given; absent where none is known to. */
  readonly isAnswer?: boolean;
}
