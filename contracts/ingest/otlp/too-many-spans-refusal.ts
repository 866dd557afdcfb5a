import { Refusal } from '../../../domain/kernel/errors.ts';
import { TRAFFIC_LIMITS } from '../received/traffic-limits.ts';

/** The refusal of a request with too many spans, in any media type. */
export function tooManySpansRefusal(): Refusal {
  return new Refusal(
    'payload_too_large',
    `The request has too many spans. Send at most ${TRAFFIC_LIMITS.events} in one request.`,
  );
}

/** The refusal of a request with too many log records. */
export function tooManyRecordsRefusal(): Refusal {
  return new Refusal(
    'payload_too_large',
    `The request has too many log records. Send at most ${TRAFFIC_LIMITS.events} in one request.`,
  );
}
