import { onTestFinished, inject } from 'vitest';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { DISPATCH_TASK_QUEUE, DUE_RUNS_TASK_QUEUE } from '../../../workflows/public.ts';

type Queue = typeof DISPATCH_TASK_QUEUE | typeof DUE_RUNS_TASK_QUEUE;
const QUEUES = [DISPATCH_TASK_QUEUE, DUE_RUNS_TASK_QUEUE] as const;

/** The workers of schedules, by queue. A test that stops them has a downtime until it starts them again. */
export interface ScheduleWorkers {
  /** Starts those of the queues that are not at work; of both unless told otherwise. */
  start(queues?: readonly Queue[]): Promise<void>;
  stop(queues?: readonly Queue[]): Promise<void>;
  isComplete(): boolean;
}

/** Workers with the real workflows and these activities; before each activity, `refresh` binds the clock to the server. */
export function openScheduleWorkers(
  environment: TestWorkflowEnvironment,
  activities: Readonly<Record<Queue, object>>,
  refresh: () => Promise<void>,
): ScheduleWorkers {
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
      const workers = await Promise.all(
        idle.map((queue) => createWorker(environment, queue, activities[queue], refresh)),
      );
      idle.forEach((queue, index) => {
        const worker = workers[index]!;
        working.set(queue, { worker, ended: worker.run() });
      });
    },
    stop,
    isComplete: () => QUEUES.every((queue) => working.has(queue)),
  };
}

function createWorker(
  { nativeConnection: connection }: TestWorkflowEnvironment,
  taskQueue: Queue,
  activities: object,
  refresh: () => Promise<void>,
): Promise<Worker> {
  return Worker.create({
    connection,
    taskQueue,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: { ...activities },
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
    // Tasks that a stopped worker had kept for itself wait for this long before another worker has them.
    stickyQueueScheduleToStartTimeout: '100ms',
    shutdownGraceTime: '100ms',
  });
}
