import {
  COMPARISON_RUNS_TASK_QUEUE,
  DISPATCH_TASK_QUEUE,
  DUE_RUNS_TASK_QUEUE,
  HOUSEKEEPING_TASK_QUEUE,
  REQUESTED_RUNS_TASK_QUEUE,
} from '../workflows/public.ts';
import type { TaskQueue } from './work-on-queue.ts';

/**
 * All task queues, with the concurrency limits of one worker. Benchmarks apply the same limits to what they compare.
 */
export const WORKER_QUEUES = {
  /** The queue for runs that people requested. */
  requestedRuns: {
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    limits: {
      maxConcurrentWorkflowTaskExecutions: 20,
      maxCachedWorkflows: 300,
      // ClickHouse bounds the throughput of reads, so more parallel reads only slow each other down.
      maxConcurrentActivityTaskExecutions: 8,
    },
  },
  /** The queue for the dispatchers of all workspaces. */
  dispatch: {
    taskQueue: DISPATCH_TASK_QUEUE,
    // A dispatcher may run for years and holds no state, so it continues on the current version.
    versioning: 'AUTO_UPGRADE',
    limits: {
      maxConcurrentWorkflowTaskExecutions: 20,
      // Dispatchers mostly sleep. A dispatcher that is evicted from the cache replays its history at its next plan.
      maxCachedWorkflows: 500,
      // A plan is a dozen small statements, so four parallel plans reach a hundred a second and leave connections of
      // the pool for other work. The first try is a local activity; a further one is a regular activity.
      maxConcurrentLocalActivityExecutions: 4,
      maxConcurrentActivityTaskExecutions: 4,
    },
  },
  /** The queue for due runs. */
  dueRuns: {
    taskQueue: DUE_RUNS_TASK_QUEUE,
    limits: {
      maxConcurrentWorkflowTaskExecutions: 10,
      maxCachedWorkflows: 300,
      // Half the limit of requested runs, so that a burst at the full hour leaves ClickHouse free for people who wait.
      maxConcurrentActivityTaskExecutions: 4,
    },
  },
  /** The queue for comparison runs and for the calls that they pay for. */
  comparisonRuns: {
    taskQueue: COMPARISON_RUNS_TASK_QUEUE,
    limits: {
      maxConcurrentWorkflowTaskExecutions: 10,
      maxCachedWorkflows: 100,
      // A call mostly waits for its provider or for its connection. This number suffices for twenty runs, and leaves
      // slots for a run with another connection.
      maxConcurrentActivityTaskExecutions: 440,
    },
  },
  /** The queue for housekeeping. */
  housekeeping: {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    limits: {
      // Two, for the sweep that is due and one that an operator starts at the same time.
      maxConcurrentWorkflowTaskExecutions: 2,
      maxCachedWorkflows: 2,
      maxConcurrentActivityTaskExecutions: 2,
    },
  },
} as const satisfies Readonly<Record<string, TaskQueue>>;
