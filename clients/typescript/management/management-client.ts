import { connectionTo } from '../transport/http-request.ts';
import { createTransport, type TransportOptions } from '../transport/transport.ts';
import { type Lane, laneOver } from './lane.ts';
import { MANAGEMENT_LANE_RULES } from './management-lane-rules.ts';
import type { Documents, OPERATIONS } from './operations.ts';

export interface ManagementClientOptions extends TransportOptions {
  /** The root of the management plane, such as `http://127.0.0.1:7075`: it has a port of its own. */
  readonly baseUrl: string;
  /**
   * A token of the management plane, `ttp_…`. Without one nothing is sent but what the page's browser keeps for the
   * plane's own host: the session that `login` began.
   */
  readonly token?: string | undefined;
}

/** Speaks to the management plane. It holds no connection and need not be closed. */
export type ManagementClient = Lane;

/** @throws TypeError when an option cannot be used */
export function createManagementClient(options: ManagementClientOptions): ManagementClient {
  const connection = connectionTo(MANAGEMENT_LANE_RULES.path, options.baseUrl, options.token);
  return laneOver(createTransport<typeof OPERATIONS, Documents>(MANAGEMENT_LANE_RULES, connection, options));
}
