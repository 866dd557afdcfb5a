import { onTestFinished, inject } from 'vitest';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { DISPATCH_TASK_QUEUE, DUE_RUNS_TASK_QUEUE } from '../../workflows/public.ts';

type Queue = typeof DISPATCH_TASK_QUEUE | typeof DUE_RUNS_TASK_QUEUE;
const QUEUES = [DISPATCH_TASK_QUEUE, DUE_RUNS_TASK_QUEUE] as const;

/** The workers of schedules, by queue. A test can stop them for a downtime. */
export interface ScheduleWorkers {
  /** Starts the workers of these queues that do not run; of both queues by default. */
  start(queues?: readonly Queue[]): Promise<void>;
  stop(queues?: readonly Queue[]): Promise<void>;
  isComplete(): boolean;
}

interface WorkerParts {
  readonly environment: TestWorkflowEnvironment;
  readonly activities: Readonly<Record<Queue, object>>;
  /** Updates the clock from the server. Workers call it before each activity. */
  readonly refresh: () => Promise<void>;
  /** True if a test will stop workers and other workers must take over their work. */
  readonly hasDowntime: boolean;
}

/** Creates workers with the real workflows and these activities. */
export function openScheduleWorkers(parts: WorkerParts): ScheduleWorkers {
  const working = new Map<Queue, { readonly worker: Worker; readonly ended: Promise<void> }>();
  const stop = async (queues: readonly Queue[] = QUEUES): Promise<void> => {
    const ending = queues.flatMap((queue) => working.get(queue) ?? []);
    for (const queue of queues) working.delete(queue);
    for (const { worker } of ending) worker.shutdown();
    await Promise.all(ending.map(({ ended }) => ended));
  };
  onTestFinished(() => stop());
  return {
    async start(queues = QUEUES) {
      const idle = queues.filter((queue) => !working.has(queue));
      const workers = await Promise.all(idle.map((queue) => createWorker(parts, queue)));
      idle.forEach((queue, index) => {
        const worker = workers[index]!;
        working.set(queue, { worker, ended: worker.run() });
      });
    },
    stop(queues) {
      if (parts.hasDowntime) return stop(queues);
      throw new Error('Open the world with `hasDowntime`, or what these workers keep is never taken up again.');
    },
    isComplete: () => QUEUES.every((queue) => working.has(queue)),
  };
}

function createWorker(
  { environment, activities, refresh, hasDowntime }: WorkerParts,
  taskQueue: Queue,
): Promise<Worker> {
  return Worker.create({
    connection: environment.nativeConnection,
    taskQueue,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: { ...activities[taskQueue] },
    interceptors: {
      activity: [
        () => ({
          inbound: {
            async execute(input, next) {
              await refresh();
              return next(input);
            },
          },
        }),
      ],
    },
    // A worker with a workflow cache is three times as fast over a year of runs. But this server assigns tasks of a
    // cached workflow to its worker permanently, even after that worker has stopped.
    ...(hasDowntime && { maxCachedWorkflows: 0 }),
    // Workflows run in this thread, so that a worker starts in a third of the time; each test starts two.
    debugMode: true,
    shutdownGraceTime: '100ms',
  });
}
