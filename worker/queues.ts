import {
  COMPARISON_RUNS_TASK_QUEUE,
  DISPATCH_TASK_QUEUE,
  DUE_RUNS_TASK_QUEUE,
  HOUSEKEEPING_TASK_QUEUE,
  REQUESTED_RUNS_TASK_QUEUE,
} from '../workflows/public.ts';
import type { TaskQueue } from './work-on-queue.ts';

/** Every task queue, and how much one worker does on it at once; what benches compare with it is held to the same. */
export const QUEUES = {
  /** Runs that people asked for. */
  requestedRuns: {
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    limits: {
      maxConcurrentWorkflowTaskExecutions: 20,
      maxCachedWorkflows: 300,
      // Reads are bounded by the engine behind them; more at once only makes each of them slower.
      maxConcurrentActivityTaskExecutions: 8,
    },
  },
  /** The schedules of all workspaces. */
  dispatch: {
    taskQueue: DISPATCH_TASK_QUEUE,
    // It may run for years and holds no state, so it continues on the current version.
    versioning: 'AUTO_UPGRADE',
    limits: {
      maxConcurrentWorkflowTaskExecutions: 20,
      // Dispatchers sleep most of their lives; one that is not kept here costs a replay of its history at its next
      // plan.
      maxCachedWorkflows: 500,
      // A plan is a dozen small statements, so four make a hundred a second, and the pool keeps connections for all
      // others. Its first try is made within the workflow task, a further one elsewhere.
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
      // Half of what runs that people asked for may take: a burst at the full hour leaves the engine to those who wait.
      maxConcurrentActivityTaskExecutions: 4,
    },
  },
  /** Comparison runs, and the calls that they pay for. */
  comparisonRuns: {
    taskQueue: COMPARISON_RUNS_TASK_QUEUE,
    limits: {
      maxConcurrentWorkflowTaskExecutions: 10,
      maxCachedWorkflows: 100,
      // A call mostly waits, for its provider or for its connection: so many are twenty runs, and one that goes
      // elsewhere finds a place.
      maxConcurrentActivityTaskExecutions: 440,
    },
  },
  /** The queue for housekeeping. */
  housekeeping: {
    taskQueue: HOUSEKEEPING_TASK_QUEUE,
    limits: {
      // Two: the sweep that is due, and one that an operator starts at the same time.
      maxConcurrentWorkflowTaskExecutions: 2,
      maxCachedWorkflows: 2,
      maxConcurrentActivityTaskExecutions: 2,
    },
  },
} as const satisfies Readonly<Record<string, TaskQueue>>;
