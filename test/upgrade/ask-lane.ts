import type { Connection } from '../../runtime/addresses/connection.ts';

/** The name of a lane and of the scope below it. */
export type LaneName = 'customer' | 'organization' | 'workspace' | 'gateway' | 'environment' | 'management';

/** A request to a lane. */
export interface LaneRequest {
  readonly method: 'GET' | 'POST';
  /** The path below the scope of the lane. */
  readonly path: string;
  readonly body?: object;
}

/** A request as it was sent, and its answer. The answer is parsed if it is JSON, and is text otherwise. */
export interface LaneAnswer {
  /** The URL without the origin. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body?: object;
  readonly isManagement: boolean;
  readonly status: number;
  readonly answer: unknown;
}

interface Asked {
  readonly connection: Connection;
  /** A token of the management plane. */
  readonly managementToken: string;
}

/** @throws Error if the answer's status is not in 200 to 299 */
export async function askLane(
  { connection, managementToken }: Asked,
  lane: LaneName,
  { method, path, body }: LaneRequest,
): Promise<LaneAnswer> {
  const { credentials } = connection;
  const isManagement = lane === 'management';
  const token = isManagement ? managementToken : path.startsWith('/traffic') ? credentials.runtime : credentials.owner;
  const address = new URL(`${rootOf(connection, lane)}${path}`);
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address.pathname}: ${response.status} ${text}`);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const answer: unknown = isJson ? JSON.parse(text) : text;
  const url = `${address.pathname}${address.search}`;
  return { url, method, ...(body && { body }), isManagement, status: response.status, answer };
}

function rootOf(connection: Connection, lane: LaneName): string {
  const { base_url: root, management_url: management = '', environments } = connection;
  const organization = `${root}/organizations/${connection.organization_id}`;
  const workspace = `${organization}/workspaces/${connection.workspace_id}`;
  const [place] = environments;
  const gateway = `${workspace}/applications/${place?.application_id}/gateways/${place?.gateway_id}`;
  const environment = `${gateway}/environments/${place?.environment_id}`;
  return { customer: root, organization, workspace, gateway, environment, management }[lane];
}
