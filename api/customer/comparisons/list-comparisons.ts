import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { restrictToComparers } from './restrict-to-comparers.ts';

/** The comparisons of an environment, newest first. */
export const listComparisons = restrictToComparers(
  createListHandler(COMPARISON_OPERATIONS, 'customer.comparisons.list', {
    access: 'requireComparisons',
    source: (request, { access }) => {
      const { workspaceId, environmentId } = access.environment.of(request);
      return {
        list: `comparisons ${environmentId}`,
        workspaceId,
        load: (after, limit) => access.comparisons().list({ environmentId, limit, after }),
        keyOf: (one) => ({ createdAt: one.created_at, id: one.comparison_id }),
        present: (comparisons) => comparisons,
      };
    },
  }),
);
