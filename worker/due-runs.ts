import type { Worker } from '@temporalio/worker';
import type { Activities } from '../activities/create-activities.ts';
import type { OccurrenceActivities } from '../activities/schedules/occurrence-activities.ts';
import { DUE_RUNS_TASK_QUEUE } from '../workflows/public.ts';
import { workOnQueue, type QueueParts } from './work-on-queue.ts';

/** How much one worker does at once; what benches compare with it is held to the same. */
export const DUE_RUNS_LIMITS = {
  maxConcurrentWorkflowTaskExecutions: 10,
  maxCachedWorkflows: 300,
  // Half of what runs that people asked for may take: a burst at the full hour leaves the engine to those who wait.
  maxConcurrentActivityTaskExecutions: 4,
} as const;

/** Works on what fell due until the signal aborts; `onWorker` is told of each worker that is made. */
export function workOnDueRuns(
  parts: QueueParts & { readonly activities: Activities & OccurrenceActivities },
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  return workOnQueue(
    parts,
    { taskQueue: DUE_RUNS_TASK_QUEUE, activities: parts.activities, limits: DUE_RUNS_LIMITS },
    onWorker,
    signal,
  );
}
