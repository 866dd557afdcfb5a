import { IGNORED_COSTS_REMARK } from '../../../contracts/ingest/received/ignored-costs-remark.ts';
import type { ReceivedEvents } from '../../../contracts/ingest/received/receive-events.ts';
import type { TrafficReceipt } from '../../../contracts/ingest/received/traffic-receipt.ts';

/** The receipt for the sender, with the result of each item. */
export function toTrafficReceipt(received: ReceivedEvents): TrafficReceipt {
  const { accepted, ignored, refused, ignoredCosts, droppedTags, faults } = received;
  return {
    accepted,
    ...(ignored > 0 && { ignored }),
    refused,
    faults: [...faults],
    ...(ignoredCosts > 0 && { ignored_costs: { count: ignoredCosts, detail: IGNORED_COSTS_REMARK } }),
    ...(droppedTags > 0 && { dropped_tags: droppedTags }),
  };
}
