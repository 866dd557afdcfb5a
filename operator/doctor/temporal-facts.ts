import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { TASK_QUEUES } from '../../workflows/public.ts';

const CALL_MS = 8_000;
const { TaskQueueType } = proto.temporal.api.enums.v1;

/** Somebody who asks a task queue for work. */
export interface Poller {
  readonly queue: string;
  readonly kind: 'workflow' | 'activity';
  /** `<process id>@<machine>` unless its process says otherwise. */
  readonly identity: string;
  readonly buildId: string;
  /** Empty where the worker is not versioned. */
  readonly deployment: string;
  /** Unix milliseconds, by the clock of the server. */
  readonly lastPollAt: number;
}

/** A call that gives up in time. */
export function soon<Result>(connection: Connection, call: () => Promise<Result>): Promise<Result> {
  return connection.withDeadline(Date.now() + CALL_MS, call);
}

/** Everybody who polled one of our task queues within the last minutes. */
export async function pollersOf(connection: Connection, namespace: string): Promise<Poller[]> {
  const kinds = [
    ['workflow', TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW],
    ['activity', TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY],
  ] as const;
  const asked = TASK_QUEUES.flatMap((queue) =>
    kinds.map(async ([kind, taskQueueType]) => {
      const request = { namespace, taskQueue: { name: queue }, taskQueueType };
      const { pollers } = await soon(connection, () => connection.workflowService.describeTaskQueue(request));
      return pollers.map((poller) => ({
        queue,
        kind,
        identity: poller.identity ?? '',
        buildId: poller.deploymentOptions?.buildId ?? poller.workerVersionCapabilities?.buildId ?? '',
        deployment:
          poller.workerVersionCapabilities?.useVersioning === true
            ? (poller.deploymentOptions?.deploymentName ?? '')
            : '',
        lastPollAt:
          Number(poller.lastAccessTime?.seconds ?? 0) * 1_000 + Math.floor((poller.lastAccessTime?.nanos ?? 0) / 1e6),
      }));
    }),
  );
  return (await Promise.all(asked)).flat();
}

/** The queues that nobody asks for one kind of work, in words. */
export function unattendedQueues(pollers: readonly Poller[]): string[] {
  return TASK_QUEUES.flatMap((queue) =>
    (['workflow', 'activity'] as const)
      .filter((kind) => !pollers.some((poller) => poller.queue === queue && poller.kind === kind))
      .map((kind) => `${queue} (${kind} tasks)`),
  );
}
