import { CUSTOMER_LANE_RULES, type CustomerTransport } from './customer-lane-rules.ts';
import { type Lane, laneOver } from './lane.ts';
import type { Documents, OPERATIONS } from './operations.ts';
import type { Place } from './place.ts';
import { type Insights, insightsWithPages } from './resources/insights.ts';
import { type Traffic, trafficInBatches } from './resources/traffic.ts';
import { connectionTo } from './transport/http-request.ts';
import { createTransport, type TransportOptions } from './transport/transport.ts';

export interface TruetallyClientOptions extends Place, TransportOptions {
  /** The service's root, such as `https://truetally.example`, or the lane's root, as in `.data/connection.json`. */
  readonly baseUrl: string;
  /** A management key, or a runtime key of the environment, which can only send traffic. */
  readonly token: string;
}

/** A client of the customer lane. It holds no connection, so there is nothing to close. */
export interface TruetallyClient extends Omit<Lane, 'traffic'> {
  readonly insights: Insights;
  readonly traffic: Traffic;
  /** Returns a client with the same connection that addresses another place. */
  at(place: Place): TruetallyClient;
}

/**
 * Creates a client of the customer lane.
 *
 * @throws TypeError if an option is invalid
 */
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
