import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';

/** The cases of a gateway at their latest versions, newest first. */
export const listCases = restrictToComparers(
  createListHandler(COMPARISON_OPERATIONS, 'customer.cases.list', {
    access: 'requireGateway',
    source: (request, { ports, access }) => {
      const { workspaceId, gatewayId } = access.gateway.of(request);
      return {
        list: `cases ${gatewayId}`,
        workspaceId,
        load: (after, limit) => ports.cases.list({ gatewayId, limit, after }),
        keyOf: (one) => ({ createdAt: one.created_at, id: one.case_id }),
        present: (cases) => cases,
      };
    },
  }),
);
