import type { FindLostCalls, LostCall } from '../../analytics/gateway/lost-call-finder.ts';
import type { TrafficEvent } from '../../contracts/ingest/traffic-event.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { LineWriter } from '../../journal/journal.ts';

export interface LostCallParts {
  readonly find: FindLostCalls;
  readonly writer: Pick<LineWriter, 'appendLines'>;
  readonly clock: Clock;
}

const HOUR_MS = 3_600_000;
/** A call lasts an hour at most, and its lines may wait to be loaded for the rest of a day. */
const LOST_MS = 24 * HOUR_MS;
/** What was looked at for so long is not looked at again. */
const LOOK_BACK_MS = 10 * LOST_MS;
/** Endings of one look; what is left is found by the next one. */
const MOST = 10_000;

/**
 * Ends calls of the gateway whose process was killed before it could: a day after they were let in, as `unknown`. Every look
 * makes the same events of the same calls, so that two workers end none twice. Resolves with how many there were.
 */
export async function endLostCalls({ find, writer, clock }: LostCallParts, signal: AbortSignal): Promise<number> {
  const now = clock.now().getTime();
  const within = { from: new Date(now - LOOK_BACK_MS), to: new Date(now - LOST_MS), most: MOST };
  const lost = await find({ ...within, signal });
  if (lost.length > 0)
    await writer.appendLines(lost.flatMap((call) => eventsOf(call).map((event) => JSON.stringify(event))));
  return lost.length;
}

/** Who was called, as far as anybody knows: the line that says so was never written. */
const UNKNOWN = 'unknown';

/**
 * The attempt, its unpriced cost and the ending of a lost call. Its admission is written while the call is sent, so that a provider may have
 * charged for it. When it ended nobody knows.
 */
function eventsOf({ streaming, admitted_at: admittedAt, ...request }: LostCall): TrafficEvent[] {
  // No attempt of the gateway has this id: a row that comes late after all is no conflict.
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
