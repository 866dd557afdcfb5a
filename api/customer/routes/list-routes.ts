import { GATEWAY_OPERATIONS } from '../../../contracts/gateway/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';

/** The routes of an environment, newest first. */
export const listRoutes = restrictToComparers(
  createListHandler(GATEWAY_OPERATIONS, 'customer.routes.list', {
    access: 'requireEnvironment',
    source: (request, { ports, access }) => {
      const { workspaceId, environmentId } = access.environment.of(request);
      return {
        list: `routes ${environmentId}`,
        workspaceId,
        load: (after, limit) => ports.routes.list({ environmentId, limit, after }),
        keyOf: (route) => ({ createdAt: route.created_at, id: route.route_id }),
        present: (routes) => routes,
      };
    },
  }),
);
