import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

/** How a workflow ended: its status, and of one that failed the type, message and details of its failure. */
export async function endOf(handle: WorkflowHandle): Promise<object> {
  const error: unknown = await handle.result().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const status = (await handle.describe()).status.name;
  if (!(error instanceof WorkflowFailedError) || !(error.cause instanceof ApplicationFailure)) return { status };
  const { type, message, details } = error.cause;
  return { status, type, message, details };
}
