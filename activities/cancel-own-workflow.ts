import { Context } from '@temporalio/activity';

/**
 * Asks Temporal to cancel the workflow of this activity. A workflow cannot end as cancelled without a request, and the
 * row of a run may be cancelled before Temporal knows.
 */
export async function cancelOwnWorkflow(): Promise<void> {
  const { client, info } = Context.current();
  const { workflowId = '', runId } = info.workflowExecution ?? {};
  await client.workflow.getHandle(workflowId, runId).cancel();
}
