import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentRun } from './present-run.ts';

/** The runs of a comparison, newest first. */
export const listComparisonRuns = restrictToComparers(
  createListHandler(COMPARISON_OPERATIONS, 'customer.comparisons.runs.list', {
    access: 'requireComparison',
    source: (request, { ports, access }) => {
      const { comparison_id: comparisonId, workspace_id: workspaceId } = access.comparison.of(request);
      const mayReadCost = access.holds(request, 'cost.read');
      return {
        list: `comparison runs ${comparisonId}`,
        workspaceId,
        load: (after, limit) => ports.comparisonRuns.list({ comparisonId, limit, after }),
        keyOf: (run) => ({ createdAt: run.created_at.toISOString(), id: run.run_id }),
        present: (runs) => runs.map((run) => presentRun(run, mayReadCost)),
      };
    },
  }),
);
