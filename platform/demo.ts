import { createPool } from '../store/pool.ts';
import { DEMO_TENANCY, ensureDemoTenancy, type DemoCredentials } from '../store/demo-tenancy.ts';
import type { EnvironmentLeaf } from '../domain/access/scope.ts';
import type { Clock } from '../domain/clock.ts';

export interface Demo {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly applicationIds: readonly string[];
  readonly environmentIds: readonly string[];
  readonly environments: readonly EnvironmentLeaf[];
  readonly credentials: DemoCredentials;
}

/**
 * Makes the demo tenancy where it is missing, again and again without harm.
 * @param previous the credentials as the last launcher kept them; those that still work are kept
 */
export async function ensureDemo(
  databaseUrl: string,
  clock: Clock,
  previous: DemoCredentials | undefined,
): Promise<Demo> {
  const pool = createPool(databaseUrl);
  try {
    const credentials = await ensureDemoTenancy(pool, clock, previous);
    const leaves = Object.values(DEMO_TENANCY.environments);
    return {
      organizationId: DEMO_TENANCY.organizationId,
      workspaceId: DEMO_TENANCY.workspaceId,
      applicationIds: [...new Set(leaves.map((leaf) => leaf.applicationId))],
      environmentIds: leaves.map((leaf) => leaf.environmentId),
      environments: leaves,
      credentials,
    };
  } finally {
    await pool.end();
  }
}
