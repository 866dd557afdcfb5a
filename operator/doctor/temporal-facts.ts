import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { TASK_QUEUES } from '../../workflows/public.ts';

const CALL_MS = 8_000;
const { TaskQueueType } = proto.temporal.api.enums.v1;

/** A worker process that polls a task queue. */
export interface Poller {
  readonly queue: string;
  readonly kind: 'workflow' | 'activity';
  /** The identity of the process: `<process id>@<machine>` by default. */
  readonly identity: string;
  readonly buildId: string;
  /** The deployment of the worker; empty if it is not versioned. */
  readonly deployment: string;
  /** The time of the last poll in Unix milliseconds, by the server's clock. */
  readonly lastPollAt: number;
}

/** Runs a call with a short deadline. */
export function withShortDeadline<Result>(connection: Connection, call: () => Promise<Result>): Promise<Result> {
  return connection.withDeadline(Date.now() + CALL_MS, call);
}

/** The pollers of our task queues within the last minutes. */
export async function listPollers(connection: Connection, namespace: string): Promise<Poller[]> {
  const kinds = [
    ['workflow', TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW],
    ['activity', TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY],
  ] as const;
  const asked = TASK_QUEUES.flatMap((queue) =>
    kinds.map(async ([kind, taskQueueType]) => {
      const request = { namespace, taskQueue: { name: queue }, taskQueueType };
      const { pollers } = await withShortDeadline(connection, () =>
        connection.workflowService.describeTaskQueue(request),
      );
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

/** The queues without a poller for workflows or activities, as text. */
export function unattendedQueues(pollers: readonly Poller[]): string[] {
  return TASK_QUEUES.flatMap((queue) =>
    (['workflow', 'activity'] as const)
      .filter((kind) => !pollers.some((poller) => poller.queue === queue && poller.kind === kind))
      .map((kind) => `${queue} (${kind} tasks)`),
  );
}
