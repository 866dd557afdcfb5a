import { COMPARISON_OPERATIONS } from '../../../contracts/comparisons/operations.ts';
import { createListHandler } from '../lane/list-handler.ts';
import { restrictToComparers } from '../comparisons/restrict-to-comparers.ts';
import { presentVerdict } from './present-verdict.ts';

/** The verdicts of a run, including superseded ones, newest first. */
export const listComparisonVerdicts = restrictToComparers(
  createListHandler(COMPARISON_OPERATIONS, 'customer.comparisons.verdicts.list', {
    access: 'requireComparisonRun',
    source: (request, { ports, access }) => {
      const { run_id: runId, workspace_id: workspaceId } = access.comparisonRun.of(request);
      const mayReadContent = access.holds(request, 'content.read');
      return {
        list: `comparison verdicts ${runId}`,
        workspaceId,
        load: (after, limit) => ports.comparisonEvidence.listVerdicts({ runId, limit, after }),
        keyOf: (verdict) => ({ createdAt: verdict.created_at.toISOString(), id: verdict.verdict_id }),
        present: (verdicts) => verdicts.map((verdict) => presentVerdict(verdict, mayReadContent)),
      };
    },
  }),
);
