import {
  ActivityCancellationType,
  ChildWorkflowCancellationType,
  condition,
  defineSignal,
  executeChild,
  ParentClosePolicy,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { PlannedWorkspace } from '../../activities/schedules/dispatch-activities.ts';
import { MAX_ATTEMPTS } from '../../domain/reports/report-run.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { occurrenceStart } from '../../workflows/schedules/occurrence-start.ts';
import {
  DISPATCH_WORKSPACE_MESSAGES,
  type ReportOccurrenceInput,
  type ReportOccurrenceResult,
} from '../../workflows/public.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/search-attributes.ts';

export const NO_OP_DISPATCH_TASK_QUEUE = 'bench-no-op-dispatch';
export const NO_OP_DUE_TASK_QUEUE = 'bench-no-op-due';

/** The input of the control's dispatcher, which has no database. */
export interface NoOpDispatchInput {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly schedules: number;
  /** The due time of all occurrences, in Unix milliseconds. */
  readonly dueAtMs: number;
  readonly timeouts: ReportOccurrenceInput['timeouts'];
}

/** The activities of the workflows below. */
export interface NoOpActivities {
  /** Returns the plan of a workspace that has already started this number of its schedules. */
  planNothing(input: NoOpDispatchInput & { taken: number }): Promise<PlannedWorkspace>;
  doNothing(input: { occurrenceId: string }): Promise<OccurrenceStatus>;
}

const nudge = defineSignal(DISPATCH_WORKSPACE_MESSAGES.nudge);

const { planNothing } = proxyLocalActivities<Pick<NoOpActivities, 'planNothing'>>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** A dispatcher without its work: one plan and one child at a time until nothing is due, and then a sleep. */
export async function noOpDispatch(input: NoOpDispatchInput): Promise<void> {
  let nudges = 0;
  setHandler(nudge, () => void (nudges += 1));
  let taken = 0;
  for (;;) {
    const seen = nudges;
    const plan = await planNothing.executeWithOptions({ summary: 'plan nothing' }, [{ ...input, taken }]);
    if (plan.inFlight !== undefined) {
      const { occurrenceId, state, attempt, windowFrom: from, windowTo: to, runId, runAttempt } = plan.inFlight;
      await executeChild(noOpOccurrence, {
        workflowId: occurrenceId,
        taskQueue: NO_OP_DUE_TASK_QUEUE,
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        workflowTaskTimeout: '3s',
        args: [{ occurrenceId, state, attempt, timeouts: input.timeouts, ...(runId && { runId, runAttempt }) }],
        ...occurrenceStart({ ...plan.inFlight, window: { from, to } }),
      });
      taken += 1;
    } else {
      await condition(() => nudges > seen, plan.dueInMs ?? 0, { summary: 'until something is due' });
    }
  }
}

/** An occurrence without its work: the one activity of a successful occurrence, and its result. */
export async function noOpOccurrence({
  occurrenceId,
  timeouts,
}: ReportOccurrenceInput): Promise<ReportOccurrenceResult> {
  const attempt = proxyActivities<Pick<NoOpActivities, 'doNothing'>>({
    startToCloseTimeout: timeouts.attemptMs,
    heartbeatTimeout: timeouts.heartbeatMs,
    // A busy server may lose a task that it assigns. For an occurrence, its row causes a retry; here, Temporal retries.
    retry: { initialInterval: '2s', maximumAttempts: MAX_ATTEMPTS },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
  });
  const summary = 'read and deliver nothing, attempt 1 of 5';
  const status = await attempt.doNothing.executeWithOptions({ summary }, [{ occurrenceId }]);
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.occurrenceState, value: status.state },
    { key: SEARCH_ATTRIBUTES.runState, value: 'ready' },
  ]);
  return {
    state: status.state,
    failure_code: status.failureCode,
    run_id: status.runId,
    delivered_count: status.deliveredCount,
    suppressed_count: status.suppressedCount,
  };
}
