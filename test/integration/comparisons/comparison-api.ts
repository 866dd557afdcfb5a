import type { ApiPorts } from '../../../api/ports/ports.ts';
import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import { ACTIONS, type Action } from '../../../domain/tenancy/actions.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import type { StoreWorld, Tenancy } from '../../../testing/store/store-world.ts';
import type { ComparisonStores } from './comparison-stores.ts';

/**
 * The API over the comparisons of a world in Postgres, and its client for a caller with these permissions in the
 * environment.
 */
export function comparisonApi(
  world: ComparisonStores & Pick<StoreWorld, 'clock'> & { readonly tenancy: Tenancy },
  ports: Partial<ApiPorts> = {},
) {
  const { comparisons, samples, routes, cases, connections, runs, requests, evidence, tenancy } = world;
  const api = new TestApi({
    ...{ comparisons, samples, routes, cases, connections, clock: world.clock },
    comparisonEvidence: evidence,
    comparisonRuns: { ...runs, ...requests },
    ...ports,
  });
  const { organizationId, workspaceId, applicationId, gatewayId, environmentId, ownerId } = tenancy;
  const environment = { applicationId, gatewayId, environmentId };
  api.plane.trees.set(workspaceId, { organizationId, workspaceId, environments: [environment] });
  api.plane.tokens.set('ttm_owner', { subjectId: ownerId, class: 'management' });
  return (...actions: readonly Action[]): TruetallyClient => {
    const bindings = [{ actions: actions.length === 0 ? ACTIONS : actions, block: { organizationId } }];
    api.plane.callers.set(ownerId, { subjectId: ownerId, organizationId, authorityEpoch: '1', bindings });
    return api.client('owner', { organizationId, workspaceId, ...environment });
  };
}
