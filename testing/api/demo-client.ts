import { createTruetallyClient, type TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';

/** Creates a client of the service at `origin`, for the demo's workspace. */
export function demoClient(origin: string, token: string): TruetallyClient {
  const { organizationId, workspaceId } = DEMO_TENANCY;
  return createTruetallyClient({ baseUrl: origin, token, organizationId, workspaceId });
}
