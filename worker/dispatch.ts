import type { Worker } from '@temporalio/worker';
import type { DispatchActivities } from '../activities/schedules/plan-workspace.ts';
import { DISPATCH_TASK_QUEUE } from '../workflows/public.ts';
import { workOnQueue, type QueueParts } from './work-on-queue.ts';

/** How much one worker plans at once; what benches compare with it is held to the same. */
export const DISPATCH_LIMITS = {
  maxConcurrentWorkflowTaskExecutions: 20,
  // Dispatchers sleep most of their lives; one that is not kept here costs a replay of its history at its next plan.
  maxCachedWorkflows: 500,
  // A plan is one or two statements, so four make hundreds a second, and the pool keeps connections for all others.
  maxConcurrentActivityTaskExecutions: 4,
} as const;

/** Plans the schedules of all workspaces until the signal aborts; `onWorker` is told of each worker that is made. */
export function workOnDispatch(
  parts: QueueParts & { readonly activities: DispatchActivities },
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  return workOnQueue(
    parts,
    {
      taskQueue: DISPATCH_TASK_QUEUE,
      activities: parts.activities,
      limits: DISPATCH_LIMITS,
      // It may run for years and holds no state, so it goes on with whatever version is the current one.
      versioning: 'AUTO_UPGRADE',
    },
    onWorker,
    signal,
  );
}
