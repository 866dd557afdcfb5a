import type { TrafficEvent } from '../../clients/typescript/wire.ts';
import { eventsOfKnownCall } from '../../testing/ingest/events-of-known-call.ts';
import { providerOf, type SentCall } from './calls.ts';

/** When the first is made, and what each takes: no figure of them is compared. */
const STARTED_MS = Date.UTC(2026, 10, 1);
const MS = 1_500;

/**
 * The events of the calls in our own format, as an application would write them that knows all that is true of each.
 */
export function nativeEvents(calls: readonly SentCall[]): TrafficEvent[] {
  return calls.flatMap(({ wire, model, streaming, tokens, fault, nanos }, index) =>
    eventsOfKnownCall({
      ...{ id: `native-${index}`, startedMs: STARTED_MS + index * 60_000, totalMs: MS, model, streaming, tokens },
      provider: providerOf(wire),
      isAnswered: fault === undefined,
      price: nanos === undefined ? undefined : { nanos, estimated: true },
    }).map(withReason),
  );
}

/** A call without a price has none because nobody counted its tokens: all models that answer are in the table. */
function withReason(event: TrafficEvent): TrafficEvent {
  return event.event === 'cost_effect' && event.price_state === 'unpriced'
    ? { ...event, unpriced_reason: 'usage_unknown' }
    : event;
}
