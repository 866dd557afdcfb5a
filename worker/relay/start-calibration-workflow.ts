import type { Client } from '@temporalio/client';
import type { RunTimeouts } from '../../domain/reports/report-run.ts';
import type { CalibrationStart } from '../../store/quality/calibrations/calibration-start-store.ts';
import {
  CALIBRATION_FIT_WORKFLOW,
  calibrationFitWorkflowId,
  HOUSEKEEPING_TASK_QUEUE,
  WORKFLOW_TASK_TIMEOUT,
  type CalibrationFitInput,
} from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { shortenSummary } from '../../workflows/shorten-summary.ts';

/** Starts the workflow of a fit unless it already runs. */
export async function startCalibrationWorkflow(
  client: Client,
  { fitId, organizationId, workspaceId, since, until }: CalibrationStart,
  { heartbeatMs }: Pick<RunTimeouts, 'heartbeatMs'>,
): Promise<void> {
  const input: CalibrationFitInput = { fitId, timeouts: { heartbeatMs } };
  await client.workflow.start(CALIBRATION_FIT_WORKFLOW, {
    workflowId: calibrationFitWorkflowId(fitId),
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    args: [input],
    memo: { calibration_id: fitId, workspace_id: workspaceId },
    staticSummary: shortenSummary(`Calibration ${fitId} of workspace ${workspaceId}`),
    staticDetails: [
      `- **Calibration:** \`${fitId}\`; its result serves nothing before its activation`,
      `- **Labels:** ${since?.toISOString() ?? 'from the first'} to ${until?.toISOString() ?? 'the newest'}`,
      `- **Workspace:** \`${workspaceId}\` of \`${organizationId}\``,
    ].join('\n'),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.organizationId, value: organizationId },
      { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
    ],
  });
}
