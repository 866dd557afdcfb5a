import { Context } from '@temporalio/activity';

/**
 * Asks Temporal to cancel the workflow that this belongs to: one that nobody asked to end as cancelled cannot, and the row
 * of a run may be cancelled before anybody told Temporal.
 */
export async function cancelOwnWorkflow(): Promise<void> {
  const { client, info } = Context.current();
  const { workflowId = '', runId } = info.workflowExecution ?? {};
  await client.workflow.getHandle(workflowId, runId).cancel();
}
