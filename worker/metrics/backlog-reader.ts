import type { NativeConnection } from '@temporalio/worker';
import type { Backlog, ReadBacklog } from './task-queue-metrics.ts';

/** Asks Temporal for the backlog of a queue of this namespace. Rejects while there is no connection. */
export function createBacklogReader(
  connection: () => NativeConnection | undefined,
  namespace: string,
  timeoutMs: number,
): ReadBacklog {
  return async (queue, kind): Promise<Backlog> => {
    const connected = connection();
    if (connected === undefined) throw new Error('Temporal has not answered yet.');
    const { stats } = await connected.withDeadline(Date.now() + timeoutMs, () =>
      connected.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name: queue },
        taskQueueType: kind,
        reportStats: true,
      }),
    );
    // Older servers do not return it.
    if (!stats) throw new Error('This Temporal does not tell the backlog of a queue.');
    const { approximateBacklogCount, approximateBacklogAge } = stats;
    return {
      tasks: Number(approximateBacklogCount ?? 0),
      ageSeconds: Number(approximateBacklogAge?.seconds ?? 0) + (approximateBacklogAge?.nanos ?? 0) / 1e9,
    };
  };
}
