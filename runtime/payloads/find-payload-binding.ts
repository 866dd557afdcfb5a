import type { SerializationContext } from '@temporalio/common';

/** The suffix that a Temporal schedule adds to the id of its action, for each workflow that it starts. */
const SCHEDULED_AT = /-\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/**
 * The binding of a payload as one text: the namespace and the id of its workflow, or of the workflow of its activity.
 * Undefined if the context names no workflow.
 *
 * The binding excludes the id of the run. It is unknown when the first payload of a run is encoded, and a run that
 * continues as new passes its payloads to the next. The binding also excludes the instant that a schedule adds to the
 * id: one action is encoded for all its workflows, and each of them gets the result of the previous one.
 */
export function findPayloadBinding(context: SerializationContext | undefined): string | undefined {
  if (context?.workflowId === undefined) return undefined;
  return JSON.stringify([context.namespace, context.workflowId.replace(SCHEDULED_AT, '')]);
}
