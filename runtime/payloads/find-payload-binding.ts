import type { SerializationContext } from '@temporalio/common';

/** What a schedule of Temporal puts behind the id of its action, for each workflow that it starts. */
const SCHEDULED_AT = /-\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/**
 * What a payload belongs to, as one text: namespace and id of its workflow, for an activity the one that it works for.
 * Undefined where nobody says. The run is no part of it: nobody knows it when the first payload of a run is encoded, and a
 * run that continues as new hands its payloads to the next. Nor is the instant of a schedule: one action is encoded for all
 * that it starts, and each of them is given the result of the one before.
 */
export function findPayloadBinding(context: SerializationContext | undefined): string | undefined {
  if (context?.workflowId === undefined) return undefined;
  return JSON.stringify([context.namespace, context.workflowId.replace(SCHEDULED_AT, '')]);
}
