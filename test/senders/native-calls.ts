import type { TrafficEvent } from '../../clients/typescript/wire.ts';
import { makeKnownCallEvents } from '../../testing/ingest/make-known-call-events.ts';
import { wireProvider, type SentCall } from './calls.ts';
import { SENT_DIMENSIONS } from './sent-dimensions.ts';

/** The time of the first call, and the duration of each call. No figure of them is compared. */
const STARTED_MS = Date.UTC(2026, 10, 1);
const MS = 1_500;

/** The events of the calls in our format, as written by an application with all true values. */
export function nativeEvents(calls: readonly SentCall[]): TrafficEvent[] {
  return calls.flatMap(({ wire, model, streaming, tokens, fault, nanos }, index) =>
    makeKnownCallEvents({
      ...{ id: `native-${index}`, startedMs: STARTED_MS + index * 60_000, totalMs: MS, model, streaming, tokens },
      provider: wireProvider(wire),
      isAnswered: fault === undefined,
      price: nanos === undefined ? undefined : { nanos, estimated: true },
    })
      .map(withReason)
      .map((event) => ({ ...event, dimensions: SENT_DIMENSIONS }) as TrafficEvent),
  );
}

/**
 * Sets the reason for a missing price. All models that answer are in the price table, so the reason is unknown usage.
 */
function withReason(event: TrafficEvent): TrafficEvent {
  return event.event === 'cost_effect' && event.price_state === 'unpriced'
    ? { ...event, unpriced_reason: 'usage_unknown' }
    : event;
}
