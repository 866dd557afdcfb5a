import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import type { RunTimeouts } from '../../domain/reports/report-run.ts';
import type { OccurrenceStart } from '../../store/schedules/occurrence-start-store.ts';
import { occurrenceStart } from '../../workflows/schedules/occurrence-start.ts';
import {
  DUE_RUNS_TASK_QUEUE,
  occurrenceWorkflowId,
  REPORT_OCCURRENCE_WORKFLOW,
  WORKFLOW_TASK_TIMEOUT,
} from '../../workflows/public.ts';
import type { reportOccurrence } from '../../workflows/schedules/report-occurrence.ts';

/** Shows a missed occurrence to operators, once, as a workflow that states it and fails. */
export async function showMissedOccurrence(
  client: Client,
  occurrence: OccurrenceStart & { readonly namesArePlain: boolean },
  timeouts: RunTimeouts,
): Promise<void> {
  const { occurrenceId, state, attempt } = occurrence;
  try {
    await client.workflow.start<typeof reportOccurrence>(REPORT_OCCURRENCE_WORKFLOW, {
      workflowId: occurrenceWorkflowId(occurrenceId),
      taskQueue: DUE_RUNS_TASK_QUEUE,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
      args: [{ occurrenceId, state, attempt, timeouts }],
      ...occurrenceStart({ ...occurrence, scheduledFor: occurrence.scheduledFor.toISOString() }),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
