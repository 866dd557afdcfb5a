import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

/** The end of a workflow: its status, and for a failed one the type, message and details of its failure. */
export async function waitForWorkflowEnd(handle: WorkflowHandle): Promise<object> {
  const error: unknown = await handle.result().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const status = (await handle.describe()).status.name;
  if (!(error instanceof WorkflowFailedError) || !(error.cause instanceof ApplicationFailure)) return { status };
  const { type, message, details } = error.cause;
  return { status, type, message, details };
}
