import { Worker, type NativeConnection } from '@temporalio/worker';
import type { Activities } from '../activities/create-activities.ts';
import { REQUESTED_RUNS_TASK_QUEUE } from '../workflows/public.ts';
import { repeat } from './repeat.ts';
import type { WorkerLog } from './worker-log.ts';

const RESTART_MS = 2_000;

export interface RequestedRunsParts {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workflowBundle: { readonly codePath: string };
  readonly activities: Activities;
  readonly log: WorkerLog;
}

/**
 * Works on the runs that people asked for until the signal aborts; `onWorker` is told of each worker that is made. A
 * worker that dies, say because its namespace is not there yet, is replaced.
 */
export async function workOnRequestedRuns(
  { connection, namespace, workflowBundle, activities, log }: RequestedRunsParts,
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  const work = async (): Promise<void> => {
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue: REQUESTED_RUNS_TASK_QUEUE,
      workflowBundle,
      activities: { ...activities },
      maxConcurrentWorkflowTaskExecutions: 20,
      maxCachedWorkflows: 300,
      // Reads are bounded by the engine behind them; more at once only makes each of them slower.
      maxConcurrentActivityTaskExecutions: 8,
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
  await repeat('worker of requested runs', work, { everyMs: RESTART_MS, signal, log });
}
