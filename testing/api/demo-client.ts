import { createTruetallyClient, type TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';

/** Speaks over HTTP to the service at `origin`, of the demo's workspace. */
export function demoClient(origin: string, token: string): TruetallyClient {
  const { organizationId, workspaceId } = DEMO_TENANCY;
  return createTruetallyClient({ baseUrl: origin, token, organizationId, workspaceId });
}
