import { EXPERIMENT_OPERATIONS } from '../../../contracts/quality/experiment-operations.ts';
import { ExperimentRunRequestSchema } from '../../../contracts/quality/experiments/experiment-queries.ts';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { callerCredentialId } from '../access/management-caller.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { requireWorkspace } from '../quality-workspace/require-workspace.ts';
import { presentExperimentRun } from './present-experiment-run.ts';

/** Requests the cancellation of a running run. */
export const cancelExperimentRun = createManagementHandler(EXPERIMENT_OPERATIONS, 'management.runs.cancel', {
  body: ExperimentRunRequestSchema,
  async answer(request, { ports, caller }) {
    const { runs } = ports.experiments;
    const { qrun: runId } = request.params;
    const workspaceId = await requireWorkspace(ports, request.body.workspace_id);
    await runs.cancel(workspaceId, runId, callerCredentialId(caller.of(request)));
    const run = await runs.find(workspaceId, runId);
    if (run === undefined) throw notFound(`There is no run ${runId} in this workspace. Check the id.`);
    if (run.cancelRequestedAt === null) {
      const detail = `Run ${runId} has already ended, and its result stays. Cancel only a running run.`;
      throw new Refusal('conflict', detail);
    }
    return presentExperimentRun(run);
  },
});
