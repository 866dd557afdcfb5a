import { randomUUID } from 'node:crypto';
import type { WorkflowHandle, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { Activities } from '../../activities/reports/create-activities.ts';
import type { OccurrenceActivities } from '../../activities/schedules/occurrence-activities.ts';
import type { DispatchActivities } from '../../activities/schedules/dispatch-activities.ts';
import type { dispatchWorkspace } from '../../workflows/schedules/dispatch-workspace.ts';
import { occurrenceStart } from '../../workflows/schedules/occurrence-start.ts';
import {
  DISPATCH_TASK_QUEUE,
  DISPATCH_WORKSPACE_MESSAGES,
  DISPATCH_WORKSPACE_WORKFLOW,
  DUE_RUNS_TASK_QUEUE,
  REPORT_OCCURRENCE_WORKFLOW,
  type DispatchWorkspaceInput,
  type ReportOccurrenceInput,
} from '../../workflows/public.ts';
import type { reportOccurrence } from '../../workflows/schedules/report-occurrence.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';
import { makeOccurrence } from './fake-schedules.ts';
import { openSkippingServer, startSkippingWorker, type SkippingServer } from './skipping-server.ts';

export type OccurrenceHandle = WorkflowHandleWithFirstExecutionRunId<typeof reportOccurrence>;

const TIMEOUTS = { heartbeatMs: 5_000, attemptMs: 60_000 };

/** A time-skipping server with a worker for each queue of schedules. */
export interface ScheduleServer extends SkippingServer {
  /** Delivers a nudge in place of a relay. */
  nudge(input?: Partial<DispatchWorkspaceInput>): Promise<WorkflowHandle<typeof dispatchWorkspace>>;
  startOccurrence(input?: Partial<ReportOccurrenceInput>): Promise<OccurrenceHandle>;
}

export async function openScheduleServer(
  dispatch: DispatchActivities,
  dueRuns: Activities & OccurrenceActivities,
): Promise<ScheduleServer> {
  const server = await openSkippingServer(DISPATCH_TASK_QUEUE, dispatch);
  await startSkippingWorker(server, DUE_RUNS_TASK_QUEUE, dueRuns);
  const { client } = server;
  const workspaceId = `t_${randomUUID()}`;
  return {
    ...server,
    nudge: (input) =>
      client.workflow.signalWithStart<typeof dispatchWorkspace>(DISPATCH_WORKSPACE_WORKFLOW, {
        workflowId: workspaceId,
        taskQueue: DISPATCH_TASK_QUEUE,
        signal: DISPATCH_WORKSPACE_MESSAGES.nudge,
        signalArgs: [],
        args: [{ workspaceId, timeouts: TIMEOUTS, maxEvents: 2_000, ...input }],
        memo: { workspace: 'Figures' },
        typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId }],
      }),
    startOccurrence(input) {
      const given = { occurrenceId: `rocc_${randomUUID()}`, state: 'claimed' as const, attempt: 0, ...input };
      const { occurrenceId, state, runId } = given;
      const change = { state, ...(runId !== undefined && { runId }) };
      const { windowFrom: from, windowTo: to, ...facts } = makeOccurrence(occurrenceId, change);
      return client.workflow.start<typeof reportOccurrence>(REPORT_OCCURRENCE_WORKFLOW, {
        workflowId: occurrenceId,
        taskQueue: DUE_RUNS_TASK_QUEUE,
        args: [{ timeouts: TIMEOUTS, ...given }],
        ...occurrenceStart({ ...facts, ...(state !== 'missed' && { window: { from, to } }) }),
      });
    },
  };
}
