import type pg from 'pg';
import type { EnvironmentLeaf } from '../../domain/tenancy/scope.ts';
import { createTenancyNodeStore } from '../../store/tenancy/tenancy-node-store.ts';

/** Creates a workspace of the organization with one environment. */
export async function newWorkspace(
  pool: pg.Pool,
  organizationId: string,
): Promise<{ workspaceId: string; leaf: EnvironmentLeaf }> {
  const nodes = createTenancyNodeStore(pool, { now: () => new Date() });
  const { id: workspaceId } = await nodes.create('workspace', { name: 'Crash', parentId: organizationId });
  const { id: applicationId } = await nodes.create('application', { name: 'App', parentId: workspaceId });
  const { id: gatewayId } = await nodes.create('gateway', { name: 'Gateway', parentId: applicationId });
  const { id: environmentId } = await nodes.create('environment', { name: 'Environment', parentId: gatewayId });
  return { workspaceId, leaf: { applicationId, gatewayId, environmentId } };
}
