/** The current time of the workflow, in milliseconds since the epoch. */
export function workflowTimeMs(): number {
  // oxlint-disable-next-line no-restricted-properties -- in a workflow this is the history's own time, equal at replay
  return Date.now();
}
