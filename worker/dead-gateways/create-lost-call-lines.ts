import type { LostCall } from '../../analytics/gateway/lost-call-finder.ts';
import type { TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';

/** The provider of a call that is unknown because its line was never written. */
const UNKNOWN = 'unknown';

/**
 * The lines that end a lost call: an attempt, its unpriced cost and the ending. The admission is written while the call
 * is sent, so a provider may have charged for it. The time of its end is unknown. The lines of one call are always
 * equal.
 */
export function createLostCallLines(call: LostCall): string[] {
  return eventsOf(call).map((event) => JSON.stringify(event));
}

function eventsOf({ streaming, admitted_at: admittedAt, ...request }: LostCall): TrafficEvent[] {
  // No attempt of the gateway has this id, so a real row that arrives late causes no conflict.
  const attemptId = `${request.logical_request_id}.lost`;
  const called = { ...request, attempt_id: attemptId, provider_id: UNKNOWN, provider_model: UNKNOWN };
  return [
    {
      ...called,
      ...{ event: 'attempt', schema: 1, ordinal: 1, role: 'primary', route_changed: false, output_state: 'none' },
      ...{ usage_source: 'none', usage_known: false, dispatched_at: admittedAt },
    },
    {
      ...called,
      ...{ event: 'cost_effect', schema: 1, effect_id: attemptId, effect_kind: 'settlement' },
      ...{ occurred_at: admittedAt, price_state: 'unpriced' },
    },
    {
      ...request,
      ...{ event: 'request_terminal', schema: 1, streaming, admitted_at: admittedAt, terminal_at: admittedAt },
      ...{ status: 'unknown', terminal_kind: 'gateway_lost', attempt_count: 1 },
    },
  ];
}
