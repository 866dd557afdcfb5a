import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentDecision } from './present-decision.ts';

/** The decisions of a run, newest first: the first of them counts. */
export const listComparisonDecisions = restrictToComparers(
  createListHandler(COMPARISON_OPERATIONS, 'customer.comparisons.decisions.list', {
    access: 'requireComparisonRun',
    source: (request, { ports, access }) => {
      const { run_id: runId, workspace_id: workspaceId } = access.comparisonRun.of(request);
      const mayReadCost = access.holds(request, 'cost.read');
      return {
        list: `comparison decisions ${runId}`,
        workspaceId,
        load: (after, limit) => ports.comparisonEvidence.listDecisions({ runId, limit, after }),
        keyOf: (decision) => ({ createdAt: decision.decided_at.toISOString(), id: decision.decision_id }),
        present: (decisions) => decisions.map((decision) => presentDecision(decision, mayReadCost)),
      };
    },
  }),
);
