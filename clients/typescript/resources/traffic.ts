import type { CallOptions } from '../call-options.ts';
import type { CustomerTransport } from '../customer-lane-rules.ts';
import { inEnvironment, type Place } from '../place.ts';
import type { TrafficEvent, TrafficFault, TrafficReceipt } from '../wire.ts';

/** The maximum of one request: far less than the service accepts, so that a repetition costs little. */
const BATCH = { events: 1_000, characters: 1_000_000 } as const;

/** The number of repetitions of a batch if the client sets none: duplicate events are counted once. */
const RETRIES = 8;

/** `customer.traffic.*`: events on their way in. */
export interface Traffic {
  /**
   * Sends events of the client's environment, in batches one after the other, each again while the service asks for it
   * or does not answer. Resolves when all of them are on the service's disk or refused; the faults name their places in
   * `events`. A batch that could not be sent in its time rejects, and those before it are kept: sending all again
   * counts none twice.
   */
  send(events: readonly TrafficEvent[], options?: CallOptions): Promise<TrafficReceipt>;
}

/** Sends traffic over a transport whose token is a runtime key of the environment. */
export function trafficInBatches(transport: CustomerTransport, place: Place): Traffic {
  return {
    async send(events, options) {
      let accepted = 0;
      let refused = 0;
      let ignoredCosts: TrafficReceipt['ignored_costs'];
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
        faults.push(...data.faults.map((fault) => ({ ...fault, index: fault.index + first })));
      }
      return { accepted, refused, faults, ...(ignoredCosts && { ignored_costs: ignoredCosts }) };
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
