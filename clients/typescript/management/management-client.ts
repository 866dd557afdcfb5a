import { connectionTo } from '../transport/http-request.ts';
import { createTransport, type TransportOptions } from '../transport/transport.ts';
import { type Lane, laneOver } from './lane.ts';
import { MANAGEMENT_LANE_RULES } from './management-lane-rules.ts';
import type { Documents, OPERATIONS } from './operations.ts';

export interface ManagementClientOptions extends TransportOptions {
  /** The root of the management plane, which has a separate port, such as `http://127.0.0.1:7075`. */
  readonly baseUrl: string;
  /**
   * A token of the management plane, `ttp_…`. Without a token, requests carry only the cookie that a browser stores for
   * the plane's host: the session that `login` started.
   */
  readonly token?: string | undefined;
}

/** A client of the management plane. It holds no connection, so there is nothing to close. */
export type ManagementClient = Lane;

/**
 * Creates a client of the management plane.
 *
 * @throws TypeError if an option is invalid
 */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const connection = connectionTo(MANAGEMENT_LANE_RULES.path, options.baseUrl, options.token);
  return laneOver(createTransport<typeof OPERATIONS, Documents>(MANAGEMENT_LANE_RULES, connection, options));
}
