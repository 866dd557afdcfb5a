import type { IncomingHttpHeaders } from 'node:http';
import { readRetryAfter } from '../../providers/caller/to-failed-call.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import { callStartMs } from '../call/call-start-ms.ts';

/**
 * Milliseconds that a provider asks to wait, by the headers of its answer; undefined if it does not. A date counts from
 * when the body of the call was complete.
 */
export function readRetryAfterMs(
  headers: IncomingHttpHeaders,
  call: Pick<AdmittedCall, 'admittedAt' | 'bodyMs'>,
): number | undefined {
  return readRetryAfter({ header: (name) => headers[name]?.toString() }, new Date(callStartMs(call)));
}
