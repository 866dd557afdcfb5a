import type { SerializationContext } from '@temporalio/common';

/** The suffix that a Temporal schedule adds to the id of its action, for each workflow that it starts. */
const SCHEDULED_AT = /-\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/**
 * The binding of a payload as one text: namespace and id of its workflow; for an activity, those of its workflow.
 * Undefined if the context has none. The run is not part of it: it is unknown when the first payload of a run is
 * encoded, and a run that continues as new passes its payloads to the next. Nor is the instant of a schedule: one
 * action is encoded for all its workflows, and each of them gets the result of the one before.
 */
export function findPayloadBinding(context: SerializationContext | undefined): string | undefined {
  if (context?.workflowId === undefined) return undefined;
  return JSON.stringify([context.namespace, context.workflowId.replace(SCHEDULED_AT, '')]);
}
