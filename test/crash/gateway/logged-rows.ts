import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { writtenEvents } from '../../../testing/journal/written-events.ts';
import { parseTraceId } from './billing-provider.ts';

/** The row of a call, by the journal. */
export interface LoggedRow {
  readonly requestId: string;
  readonly traceId: string;
  readonly keyId: string;
  /** Unix milliseconds. */
  readonly admittedMs: number;
  readonly reservedNanos: number;
  readonly reservedTokens: number;
  /** Undefined if no end is known. */
  readonly status: string | undefined;
  readonly attempts: number;
  /** Undefined if the amounts are unknown or no end is known; 0 if nothing was sent. */
  readonly nanos: number | undefined;
  readonly tokens: number | undefined;
  /** True if the gateway estimated the usage. */
  readonly isEstimate: boolean;
  /** The names of its events in the order of the journal. */
  readonly events: readonly string[];
}

/**
 * The rows of a workspace in a folder of the journal. Several workers may end a lost call with the same events, which
 * count once.
 */
export function loggedRows(folder: string, workspaceId: string): LoggedRow[] {
  const found = new Map<string, Map<string, TrafficEvent>>();
  for (const { segment, event } of writtenEvents(folder)) {
    if (!('logical_request_id' in event) || event.scope.workspace_id !== workspaceId) continue;
    const own = found.get(event.logical_request_id) ?? new Map<string, TrafficEvent>();
    const place = segment.includes('worker-') ? JSON.stringify(event) : String(own.size);
    found.set(event.logical_request_id, own.set(place, event));
  }
  return [...found].map(([requestId, events]) => rowOf(requestId, [...events.values()]));
}

function rowOf(requestId: string, events: readonly TrafficEvent[]): LoggedRow {
  const admitted = events.find((event) => event.event === 'request_admitted');
  const terminal = events.find((event) => event.event === 'request_terminal');
  const attempts = events.filter((event) => event.event === 'attempt');
  const costs = events.filter((event) => event.event === 'cost_effect');
  const { noted = {}, admitted_at: admittedAt = '' } = admitted ?? {};
  const isEnded = terminal !== undefined;
  const nanos = !isEnded
    ? undefined
    : sumOf(costs.map((cost) => (cost.price_state === 'priced' ? Number(cost.nanos) : undefined)));
  const tokens = !isEnded
    ? undefined
    : sumOf(attempts.map(({ usage_known: isKnown, total_tokens: total }) => (isKnown ? total : undefined)));
  return {
    ...{ requestId, traceId: parseTraceId(noted['trace.w3c'] ?? ''), keyId: noted['key_id'] ?? '' },
    admittedMs: Date.parse(admittedAt),
    reservedNanos: Number(noted['reserved_nano_usd'] ?? 0),
    reservedTokens: Number(noted['reserved_tokens'] ?? 0),
    ...{ status: terminal?.status, attempts: attempts.length, nanos },
    // A call that the provider refused has no cost and no usage.
    tokens: nanos === 0 ? (tokens ?? 0) : tokens,
    isEstimate: attempts.some(({ usage_source: source }) => source === 'gateway'),
    events: events.map(({ event }) => event),
  };
}

/** The sum; undefined if one of the amounts is unknown. */
function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  return amounts.reduce<number | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  );
}
