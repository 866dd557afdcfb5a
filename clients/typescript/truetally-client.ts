import { CUSTOMER_LANE_RULES, type CustomerTransport } from './customer-lane-rules.ts';
import { type Lane, laneOver } from './lane.ts';
import type { Documents, OPERATIONS } from './operations.ts';
import type { Place } from './place.ts';
import { type Insights, insightsWithPages } from './resources/insights.ts';
import { type Traffic, trafficInBatches } from './resources/traffic.ts';
import { connectionTo } from './transport/http-request.ts';
import { createTransport, type TransportOptions } from './transport/transport.ts';

export interface TruetallyClientOptions extends Place, TransportOptions {
  /** The service's root, such as `https://truetally.example`, or the lane's root as `.data/connection.json` has it. */
  readonly baseUrl: string;
  /** A management key; to send traffic, a runtime key of the environment, which opens nothing else. */
  readonly token: string;
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
  const connection = connectionTo(CUSTOMER_LANE_RULES.path, options.baseUrl, options.token);
  return clientAt(createTransport<typeof OPERATIONS, Documents>(CUSTOMER_LANE_RULES, connection, options), options);
}

function clientAt(transport: CustomerTransport, place: Place): TruetallyClient {
  const lane = laneOver(transport, place);
  return {
    ...lane,
    insights: insightsWithPages(lane.insights),
    traffic: trafficInBatches(transport, place),
    at: (elsewhere) => clientAt(transport, elsewhere),
  };
}
