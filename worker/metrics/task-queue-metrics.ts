import proto from '@temporalio/proto';
import { Gauge, type Registry } from 'prom-client';
import type { TASK_QUEUES } from '../../workflows/public.ts';
import type { ReadFigures } from '../../runtime/telemetry/scrape.ts';

const { TaskQueueType } = proto.temporal.api.enums.v1;

/** The two kinds of tasks in a queue, by their label. */
const TASK_KINDS = {
  workflow: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
  activity: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY,
} as const;

/** The number of tasks that no worker has taken, and the age of the oldest in seconds. */
export interface Backlog {
  readonly tasks: number;
  readonly ageSeconds: number;
}

/** Reads the backlog of one queue for one kind of task. */
export type ReadBacklog = (queue: string, kind: proto.temporal.api.enums.v1.TaskQueueType) => Promise<Backlog>;

/** Metrics of the waiting tasks in Temporal's queues, by Temporal's own estimate. */
export function createTaskQueueMetrics(
  registry: Registry,
  queues: typeof TASK_QUEUES,
  readBacklog: ReadBacklog,
): ReadFigures {
  const labels = { labelNames: ['queue', 'kind'], registers: [registry] };
  const tasks = new Gauge({
    name: 'truetally_task_queue_backlog_tasks',
    help: 'Tasks that no worker has taken yet, without tasks of sticky queues.',
    ...labels,
  });
  const age = new Gauge({
    name: 'truetally_task_queue_backlog_age_seconds',
    help: 'Age of the oldest task that no worker has taken yet; 0 if no task waits.',
    ...labels,
  });
  return {
    source: 'task_queues',
    metrics: [tasks, age],
    async read() {
      const backlogs = await Promise.all(
        queues.flatMap((queue) =>
          Object.entries(TASK_KINDS).map(async ([kind, code]) => ({
            place: { queue, kind },
            backlog: await readBacklog(queue, code),
          })),
        ),
      );
      return () => {
        for (const { place, backlog } of backlogs) {
          tasks.set(place, backlog.tasks);
          age.set(place, backlog.ageSeconds);
        }
      };
    },
  };
}
