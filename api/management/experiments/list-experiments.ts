import { Type } from 'typebox';
import { EXPERIMENT_OPERATIONS } from '../../../contracts/quality/experiment-operations.ts';
import { EXPERIMENT_FILTER } from '../../../contracts/quality/experiments/experiment-queries.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { PAGE_QUERY, readListPage } from '../lane/read-list-page.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { declaredComparison } from './declared-comparison.ts';
import { presentExperiment } from './present-experiment.ts';

/** Lists the experiments of a workspace, newest first, with their verdicts. */
export const listExperiments = createManagementHandler(EXPERIMENT_OPERATIONS, 'management.experiments.list', {
  query: Type.Object({ ...PAGE_QUERY, ...EXPERIMENT_FILTER }, { additionalProperties: false }),
  async answer(request, context) {
    const { ports } = context;
    const { store, runs, findActiveUnits } = ports.experiments;
    const workspaceId = await requireWorkspace(ports, request.query.workspace_id);
    const { rows, nextCursor } = await readListPage(request, context, {
      list: `experiments ${workspaceId}`,
      load: (after, limit) => store.list({ workspaceId, after, limit }),
      keyOf: ({ createdAt, experimentId }) => ({ createdAt: createdAt.toISOString(), id: experimentId }),
    });
    const ids = rows.map(({ experimentId }) => experimentId);
    const [newest, { units }] = await Promise.all([runs.newestOf(workspaceId, ids), findActiveUnits(workspaceId)]);
    const byExperiment = new Map(newest.map((run) => [run.experimentId, run]));
    return {
      experiments: rows.map((experiment) => {
        const run = byExperiment.get(experiment.experimentId);
        const compared = declaredComparison(experiment.declaration, run);
        return {
          ...presentExperiment(experiment, run, units),
          verdict: compared?.verdict ?? null,
          verdict_reason: compared?.verdict_reason ?? '',
        };
      }),
      next_cursor: nextCursor,
    };
  },
});
