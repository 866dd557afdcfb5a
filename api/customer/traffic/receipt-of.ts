import { IGNORED_COSTS } from '../../../contracts/ingest/received/ignored-costs.ts';
import type { ReceivedEvents } from '../../../contracts/ingest/received/receive-events.ts';
import type { TrafficReceipt } from '../../../contracts/ingest/received/traffic-receipt.ts';

/** What a sender is told of what became of what it sent. */
export function receiptOf({ accepted, ignored, refused, ignoredCosts, faults }: ReceivedEvents): TrafficReceipt {
  return {
    accepted,
    ...(ignored > 0 && { ignored }),
    refused,
    faults: [...faults],
    ...(ignoredCosts > 0 && { ignored_costs: { count: ignoredCosts, detail: IGNORED_COSTS } }),
  };
}
