import { randomUUID } from 'node:crypto';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import type { Activities } from '../../activities/reports/create-activities.ts';
import type { reportRun } from '../../workflows/reports/report-run.ts';
import type { RunProgress } from '../../workflows/reports/run-display.ts';
import {
  REPORT_RUN_MESSAGES,
  REPORT_RUN_WORKFLOW,
  REQUESTED_RUNS_TASK_QUEUE,
  type ReportRunInput,
} from '../../workflows/public.ts';
import { openSkippingServer, readSummaries } from './skipping-server.ts';

type Handle = WorkflowHandleWithFirstExecutionRunId<typeof reportRun>;

/** Runs in flight on one time-skipping server, and the function that advances its clock. */
export interface SkippingWorld {
  /** Starts a run with these search attributes, if any. */
  start(input: ReportRunInput, typedSearchAttributes?: SearchAttributePair[]): Promise<Handle>;
  /** Advances the server's time. Timers that become due fire. */
  pass(seconds: number): Promise<void>;
  /** Polls the run's progress until it satisfies `wanted`. */
  until(handle: Handle, wanted: (progress: RunProgress) => boolean): Promise<RunProgress>;
  /** The duration in seconds of every timer that the workflow started, in order. */
  timers(handle: Handle): Promise<number[]>;
  summaries(handle: Handle): Promise<string[]>;
  /** The current details, as the UI shows them. */
  details(handle: Handle): Promise<string>;
}

/** A time-skipping server with a worker of these activities. Time advances only on the test's request. */
export async function openSkippingWorld(activities: Activities): Promise<SkippingWorld> {
  const { client, pass } = await openSkippingServer(REQUESTED_RUNS_TASK_QUEUE, activities);
  return {
    start: (input, typedSearchAttributes = []) =>
      client.workflow.start<typeof reportRun>(REPORT_RUN_WORKFLOW, {
        taskQueue: REQUESTED_RUNS_TASK_QUEUE,
        workflowId: input.runId,
        args: [input],
        typedSearchAttributes,
      }),
    pass,
    async until(handle, wanted) {
      for (;;) {
        const progress = await handle.query<RunProgress>(REPORT_RUN_MESSAGES.progress);
        if (wanted(progress)) return progress;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async timers(handle) {
      const { events } = await handle.fetchHistory();
      return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
        timer ? [Number(timer.startToFireTimeout?.seconds ?? 0)] : [],
      );
    },
    summaries: readSummaries,
    details: async (handle) =>
      (await handle.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails,
  };
}

/** An input with ids and time-outs for a test. */
export function makeRunInput(timeouts: Partial<ReportRunInput['timeouts']> = {}): ReportRunInput {
  return {
    runId: `rrun_${randomUUID()}`,
    attempt: 0,
    timeouts: { heartbeatMs: 5_000, attemptMs: 60_000, ...timeouts },
  };
}
