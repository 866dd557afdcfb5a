import type { Worker } from '@temporalio/worker';
import type { Activities } from '../activities/create-activities.ts';
import { REQUESTED_RUNS_TASK_QUEUE } from '../workflows/public.ts';
import { workOnQueue, type QueueParts } from './work-on-queue.ts';

/** How much one worker does at once; what benches compare with it is held to the same. */
export const REQUESTED_RUNS_LIMITS = {
  maxConcurrentWorkflowTaskExecutions: 20,
  maxCachedWorkflows: 300,
  // Reads are bounded by the engine behind them; more at once only makes each of them slower.
  maxConcurrentActivityTaskExecutions: 8,
} as const;

/** Works on the runs that people asked for until the signal aborts; `onWorker` is told of each worker that is made. */
export function workOnRequestedRuns(
  parts: QueueParts & { readonly activities: Activities },
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  return workOnQueue(
    parts,
    { taskQueue: REQUESTED_RUNS_TASK_QUEUE, activities: parts.activities, limits: REQUESTED_RUNS_LIMITS },
    onWorker,
    signal,
  );
}
