import type { IncomingHttpHeaders } from 'node:http';
import { retryAfterOf } from '../../providers/caller/failed-call.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import { startedMs } from '../call/started-ms.ts';

/**
 * Milliseconds that a provider asks to wait, by the headers of its answer; undefined if it does not. A date counts from
 * when the body of the call was complete.
 */
export function readRetryAfterMs(
  headers: IncomingHttpHeaders,
  call: Pick<AdmittedCall, 'admittedAt' | 'bodyMs'>,
): number | undefined {
  return retryAfterOf({ header: (name) => headers[name]?.toString() }, new Date(startedMs(call)));
}
