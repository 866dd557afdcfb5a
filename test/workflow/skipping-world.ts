import { randomUUID } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { Client, type WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import proto from '@temporalio/proto';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { quietTemporal } from '../support/quiet-temporal.ts';
import type { Activities } from '../../activities/create-activities.ts';
import type { reportRun } from '../../workflows/report-run.ts';
import type { RunProgress } from '../../workflows/run-display.ts';
import {
  REPORT_RUN_MESSAGES,
  REPORT_RUN_WORKFLOW,
  REQUESTED_RUNS_TASK_QUEUE,
  type ReportRunInput,
} from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';

type Handle = WorkflowHandleWithFirstExecutionRunId<typeof reportRun>;

const { IndexedValueType } = proto.temporal.api.enums.v1;

/** Starts that are in flight against one time-skipping server, and the clock to move. */
export interface SkippingWorld {
  start(input: ReportRunInput): Promise<Handle>;
  /** Moves the server's time; timers due in between fire. */
  pass(seconds: number): Promise<void>;
  /** The run's own account of itself, asked until it satisfies `wanted`. */
  until(handle: Handle, wanted: (progress: RunProgress) => boolean): Promise<RunProgress>;
  /** Seconds of every timer that the workflow started, in order. */
  timers(handle: Handle): Promise<number[]>;
  summaries(handle: Handle): Promise<string[]>;
}

/**
 * A time-skipping server of the test's own with a worker of these activities. The plain client never unlocks time by
 * waiting for a result, so time moves only when a test says so.
 */
export async function openSkippingWorld(activities: Activities): Promise<SkippingWorld> {
  quietTemporal();
  const env = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: inject('testServerPath') } },
  });
  onTestFinished(() => env.teardown());
  await env.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(
      Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, IndexedValueType[`INDEXED_VALUE_TYPE_${type}`]]),
    ),
  });
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue: REQUESTED_RUNS_TASK_QUEUE,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities,
    shutdownGraceTime: '100ms',
  });
  const running = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await running;
  });
  const client = new Client({ connection: env.connection });
  return {
    start: (input) =>
      client.workflow.start<typeof reportRun>(REPORT_RUN_WORKFLOW, {
        taskQueue: REQUESTED_RUNS_TASK_QUEUE,
        workflowId: input.runId,
        args: [input],
      }),
    pass: (seconds) => env.sleep(seconds * 1000),
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
    async summaries(handle) {
      const { events } = await handle.fetchHistory();
      return (events ?? []).flatMap(({ userMetadata }) => {
        const data = userMetadata?.summary?.data;
        return data ? [JSON.parse(Buffer.from(data).toString()) as string] : [];
      });
    },
  };
}

/** An input with ids and time-outs for a test. */
export function aRun(timeouts: Partial<ReportRunInput['timeouts']> = {}): ReportRunInput {
  return {
    runId: `rrun_${randomUUID()}`,
    attempt: 0,
    timeouts: { heartbeatMs: 5_000, attemptMs: 60_000, ...timeouts },
  };
}
