import type { DataConverter, VersioningBehavior, WorkerDeploymentVersion } from '@temporalio/common';
import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import { repeat } from '../runtime/repeat.ts';
import { DRAIN_GRACE_MS } from './hand-over-parts.ts';
import type { WorkerLog } from './telemetry/worker-log.ts';
import { traceActivities } from './temporal/temporal-tracing.ts';

const RESTART_MS = 2_000;
const DRAIN_MS = 5_000;
const ASK_MS = 10_000;

/** The shared parts of all Temporal workers in this process. */
export interface QueueParts {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly workflowBundle: { readonly codePath: string };
  /** The converter for which the bundle was built, see `workflowBundle`. */
  readonly dataConverter?: DataConverter;
  /** The version; without it, workers are not versioned. */
  readonly version?: WorkerDeploymentVersion | undefined;
  readonly log: WorkerLog;
  /** Milliseconds that activities in progress have to end after the signal aborts; then they are cancelled. */
  readonly drainMs?: number;
  /** Ends the process. It is called if a worker could not be created, because its queue cannot get another one. */
  readonly giveUp?: (fault: unknown) => void;
}

/** A task queue, and the concurrency limits of one worker on it. */
export interface TaskQueue {
  readonly taskQueue: string;
  /** The versioning behaviour: a workflow ends on the version that began it, unless it says otherwise. */
  readonly versioning?: VersioningBehavior;
  readonly limits: Pick<
    WorkerOptions,
    | 'maxConcurrentWorkflowTaskExecutions'
    | 'maxCachedWorkflows'
    | 'maxConcurrentLocalActivityExecutions'
    | 'maxConcurrentActivityTaskExecutions'
  >;
}

/**
 * Works on one task queue until the signal aborts; `onWorker` receives each worker that is created. A worker that dies,
 * for example because its namespace does not exist yet, is replaced.
 */
export async function workOnQueue(
  { taskQueue, limits, versioning = 'PINNED' }: TaskQueue,
  parts: QueueParts & { readonly activities: object },
  onWorker: (worker: Worker) => void,
  signal: AbortSignal,
): Promise<void> {
  const { connection, namespace, workflowBundle, dataConverter = {}, version, activities, log } = parts;
  const { drainMs = DRAIN_MS, giveUp } = parts;
  const work = async (): Promise<void> => {
    // A worker that Temporal rejects leaks its threads and its registration for the queue until the process ends. So
    // this check comes first: no worker is created while Temporal is unavailable or the namespace does not exist.
    await connection.withDeadline(Date.now() + ASK_MS, () =>
      connection.workflowService.describeNamespace({ namespace }),
    );
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue,
      workflowBundle,
      dataConverter,
      ...(version && {
        workerDeploymentOptions: { useWorkerVersioning: true, version, defaultVersioningBehavior: versioning },
      }),
      activities: { ...activities },
      interceptors: { activity: [traceActivities] },
      ...limits,
      // A killed worker's cached workflows wait for this long before another one takes them; the default is 10 s.
      stickyQueueScheduleToStartTimeout: '1s',
      shutdownGraceTime: drainMs,
      shutdownForceTime: drainMs + DRAIN_GRACE_MS,
    }).catch((fault: unknown) => {
      giveUp?.(fault);
      throw fault;
    });
    onWorker(worker);
    const stop = (): void => {
      // The worker may already be ending because of a fault.
      if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      // The worker runs also if the signal has aborted meanwhile, because only a worker that has run releases its
      // connection.
      const running = worker.run();
      if (signal.aborted) stop();
      await running;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
  await repeat(`worker of ${taskQueue}`, work, { everyMs: RESTART_MS, signal, log });
}
