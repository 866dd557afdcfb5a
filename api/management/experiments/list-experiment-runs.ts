import { Type } from 'typebox';
import { EXPERIMENT_OPERATIONS } from '../../../contracts/quality/experiment-operations.ts';
import { RUN_FILTER } from '../../../contracts/quality/experiments/experiment-queries.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { presentExperimentRun } from './present-experiment-run.ts';

/** Lists the runs of a workspace, refused ones included, newest first. */
export const listExperimentRuns = createManagementHandler(EXPERIMENT_OPERATIONS, 'management.runs.list', {
  query: Type.Object({ ...PAGE_QUERY, ...RUN_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { ports } = context;
    const { experiment_id: experimentId, status } = request.query;
    const workspaceId = await requireWorkspace(ports, request.query.workspace_id);
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `runs ${JSON.stringify([workspaceId, experimentId, status])}`,
      load: (after, limit) => ports.experiments.runs.list({ workspaceId, experimentId, status, after, limit }),
      keyOf: ({ startedAt, runId }) => ({ createdAt: startedAt.toISOString(), id: runId }),
    });
    return { runs: rows.map(presentExperimentRun), next_cursor: nextCursor };
  },
});
