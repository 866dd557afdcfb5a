import type { ReceivedEvents } from '../../../contracts/ingest/received/receive-events.ts';
import type { TrafficReceipt } from '../../../contracts/ingest/received/traffic-receipt.ts';

/** What a sender is told of what became of what it sent. */
export function receiptOf({ accepted, ignored, refused, faults }: ReceivedEvents): TrafficReceipt {
  return { accepted, ...(ignored > 0 && { ignored }), refused, faults: [...faults] };
}
