import type { CallOptions } from '../call-options.ts';
import type { CustomerTransport } from '../customer-lane-rules.ts';
import { inEnvironment, type Place } from '../place.ts';
import type { TrafficEvent, TrafficFault, TrafficReceipt } from '../wire.ts';

/** The maximum size of one request: far less than the service accepts, so that a retry costs little. */
const BATCH = { events: 1_000, characters: 1_000_000 } as const;

/** The number of retries of a batch if the client sets none. Retries are safe, because duplicate events count once. */
const RETRIES = 8;

/** `customer.traffic.*`: sending events. */
export interface Traffic {
  /**
   * Sends events of the client's environment, one batch after the other. The client retries a batch while the service
   * asks for a retry or does not answer. The promise resolves when the service has stored or refused every event; each
   * fault has the index of its event in `events`. The promise rejects if a batch times out. Earlier batches stay
   * stored, and sending all events again counts none twice.
   */
  send(events: readonly TrafficEvent[], options?: CallOptions): Promise<TrafficReceipt>;
}

/** The traffic operations over a transport whose token is a runtime key of the environment. */
export function trafficInBatches(transport: CustomerTransport, place: Place): Traffic {
  return {
    async send(events, options) {
      let accepted = 0;
      let refused = 0;
      let ignoredCosts: TrafficReceipt['ignored_costs'];
      let droppedTags = 0;
      const faults: TrafficFault[] = [];
      for (const { first, batch } of batchesOf(events)) {
        const { data } = await transport.ask('customer.traffic.send', {
          ids: inEnvironment(place),
          body: batch,
          options,
          usualRetries: RETRIES,
        });
        accepted += data.accepted;
        refused += data.refused;
        if (data.ignored_costs !== undefined)
          ignoredCosts = { ...data.ignored_costs, count: data.ignored_costs.count + (ignoredCosts?.count ?? 0) };
        droppedTags += data.dropped_tags ?? 0;
        faults.push(...data.faults.map((fault) => ({ ...fault, index: fault.index + first })));
      }
      return {
        ...{ accepted, refused, faults },
        ...(ignoredCosts && { ignored_costs: ignoredCosts }),
        ...(droppedTags > 0 && { dropped_tags: droppedTags }),
      };
    },
  };
}

function* batchesOf(events: readonly TrafficEvent[]): Generator<{ first: number; batch: readonly TrafficEvent[] }> {
  let first = 0;
  let characters = 0;
  for (const [index, event] of events.entries()) {
    const length = JSON.stringify(event).length;
    if (index > first && (index - first === BATCH.events || characters + length > BATCH.characters)) {
      yield { first, batch: events.slice(first, index) };
      first = index;
      characters = 0;
    }
    characters += length;
  }
  if (first < events.length) yield { first, batch: events.slice(first) };
}
