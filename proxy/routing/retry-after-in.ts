import type { IncomingHttpHeaders } from 'node:http';
import { retryAfterOf } from '../../providers/wires/failed-call.ts';

/** How long a provider asks to wait by the headers of its answer, in milliseconds; undefined where it does not say. */
export function retryAfterIn(headers: IncomingHttpHeaders, now: Date): number | undefined {
  return retryAfterOf({ header: (name) => headers[name]?.toString() }, now);
}
