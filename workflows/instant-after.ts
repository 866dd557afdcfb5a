import { workflowTimeMs } from './workflow-time-ms.ts';

/** The instant this many milliseconds from the workflow's current time, as RFC 3339 in UTC. */
export function instantAfter(milliseconds: number): string {
  return new Date(workflowTimeMs() + milliseconds).toISOString();
}
