import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import type { WorkerLog } from './worker-log.ts';
import { repeat } from './repeat.ts';
import { traceActivities } from './trace-temporal.ts';

const RESTART_MS = 2_000;

/** What all Temporal workers of this process share. */
export interface QueueParts {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workflowBundle: { readonly codePath: string };
  readonly log: WorkerLog;
}

/** The queue of one worker, what it does there, and how much of it at once. */
export interface QueueWork {
  readonly taskQueue: string;
  readonly activities: object;
  readonly limits: Pick<
    WorkerOptions,
    'maxConcurrentWorkflowTaskExecutions' | 'maxCachedWorkflows' | 'maxConcurrentActivityTaskExecutions'
  >;
}

/**
 * Works on one task queue until the signal aborts; `onWorker` is told of each worker that is made. A worker that dies,
 * say because its namespace is not there yet, is replaced.
 */
export async function workOnQueue(
  { connection, namespace, workflowBundle, log }: QueueParts,
  { taskQueue, activities, limits }: QueueWork,
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  const work = async (): Promise<void> => {
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue,
      workflowBundle,
      activities: { ...activities },
      interceptors: { activity: [traceActivities] },
      ...limits,
      // A killed worker's cached workflows wait for this long before another one takes them; the default is 10 s.
      stickyQueueScheduleToStartTimeout: '1s',
      shutdownGraceTime: '5s',
      shutdownForceTime: '15s',
    });
    onWorker(worker);
    const stop = (): void => worker.shutdown();
    signal.addEventListener('abort', stop, { once: true });
    try {
      if (!signal.aborted) await worker.run();
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
  await repeat(`worker of ${taskQueue}`, work, { everyMs: RESTART_MS, signal, log });
}
