import { Refusal } from '../../../domain/kernel/errors.ts';
import { TRAFFIC_LIMITS } from '../received/traffic-limits.ts';

/** The refusal of a request that brings more spans than one may, whichever media type it has. */
export function tooManySpans(): Refusal {
  return new Refusal(
    'payload_too_large',
    `The request has too many spans. Send at most ${TRAFFIC_LIMITS.events} in one request.`,
  );
}

/** The same of log records. */
export function tooManyRecords(): Refusal {
  return new Refusal(
    'payload_too_large',
    `The request has too many log records. Send at most ${TRAFFIC_LIMITS.events} in one request.`,
  );
}
