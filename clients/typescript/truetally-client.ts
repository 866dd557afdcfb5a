import { requireTimeout } from './transport/deadline.ts';
import { connectionTo } from './transport/http-request.ts';
import { type Lane, laneOver } from './lane.ts';
import type { Place } from './place.ts';
import { type Insights, insightsWithPages } from './resources/insights.ts';
import { type Traffic, trafficInBatches } from './resources/traffic.ts';
import { createTransport, type Fetch, type Transport } from './transport/transport.ts';

/** Long enough for a question that costs all that one question may. */
const DEFAULT_TIMEOUT_MS = 30_000;

export interface TruetallyClientOptions extends Place {
  /** The service's root, such as `https://truetally.example`, or the lane's root as `.data/connection.json` has it. */
  readonly baseUrl: string;
  /** A management key; to send traffic, a runtime key of the environment, which opens nothing else. */
  readonly token: string;
  /** How long one call may take; 30,000 when absent. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often one call may be repeated, when no answer came or the service asks to be tried again (429, and 503 with the
   * next action `retry`); 0 when absent, and 8 of traffic. Only what is safe to repeat is: reads, creations under an
   * idempotency key, and traffic, which is counted once.
   * A `Retry-After` is waited for where the call's time allows it.
   */
  readonly maxRetries?: number | undefined;
  /** The platform's `fetch` when absent. */
  readonly fetch?: Fetch | undefined;
}

/** Speaks to the customer lane. It holds no connection and need not be closed. */
export interface TruetallyClient extends Omit<Lane, 'traffic'> {
  readonly insights: Insights;
  readonly traffic: Traffic;
  /** The same client, speaking of another place. */
  at(place: Place): TruetallyClient;
}

/** @throws TypeError when an option cannot be used */
export function createTruetallyClient(options: TruetallyClientOptions): TruetallyClient {
  const { baseUrl, token, timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries } = options;
  const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
  requireTimeout(timeoutMs);
  if (maxRetries !== undefined && (!Number.isInteger(maxRetries) || maxRetries < 0))
    throw new TypeError('maxRetries must be a whole number.');
  const transport = createTransport({ connection: connectionTo(baseUrl, token), fetch: send, timeoutMs, maxRetries });
  return clientAt(transport, options);
}

function clientAt(transport: Transport, place: Place): TruetallyClient {
  const lane = laneOver(transport, place);
  return {
    ...lane,
    insights: insightsWithPages(lane.insights),
    traffic: trafficInBatches(transport, place),
    at: (elsewhere) => clientAt(transport, elsewhere),
  };
}
