import {
  ActivityCancellationType,
  CancellationScope,
  ChildWorkflowCancellationType,
  condition,
  defineSignal,
  executeChild,
  isCancellation,
  makeContinueAsNewFunc,
  ParentClosePolicy,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type {
  DispatchActivities,
  OccurrenceToRun,
  PlannedWorkspace,
} from '../../activities/schedules/dispatch-activities.ts';
import { hasEndedWithRow } from '../end-with-row.ts';
import {
  DISPATCH_WORKSPACE_MESSAGES,
  DUE_RUNS_TASK_QUEUE,
  occurrenceWorkflowId,
  REPORT_OCCURRENCE_WORKFLOW,
  WORKFLOW_TASK_TIMEOUT,
  type DispatchWorkspaceInput,
} from '../public.ts';
import { shortenSummary } from '../shorten-summary.ts';
import { withTrace } from '../current-trace-headers.ts';
import { createDispatchDisplay, type DispatchDisplay } from './dispatch-display.ts';
import { occurrenceStart } from './occurrence-start.ts';
import type { reportOccurrence } from './report-occurrence.ts';

const nudgeSignal = defineSignal(DISPATCH_WORKSPACE_MESSAGES.nudge);

/**
 * The activity that plans. A workspace without a plan makes no progress, so a failed plan is retried without end. A
 * plan takes milliseconds, and a short time-out detects a killed worker.
 */
const plans = proxyActivities<DispatchActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** The first try of a plan, as a local activity: one event in the history instead of six. */
const plansAtHand = proxyLocalActivities<DispatchActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 1 },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/**
 * Milliseconds between checks of an occurrence that another workflow carries, because its end is not announced here.
 */
const CARRIED_ELSEWHERE_MS = 30_000;
const AFTER_LOSS_MS = 5_000;

/** The patch for failed occurrences. In older histories, an occurrence whose workflow failed counts as lost. */
const NO_LOSS = 'failed-occurrence-is-no-loss';

/** The patch for local plans. In older histories, every plan was an activity. */
const PLANS_AT_HAND = 'plans-at-hand';

/** Waits this many milliseconds, or until a nudge; returns immediately if a nudge has already arrived. */
type Wait = (milliseconds: number, summary: string) => Promise<void>;

/**
 * Plans the schedules of one workspace for as long as one is armed or an occurrence is in flight, and shows those that
 * the server paused. The workflow stores nothing about them: each pass makes a new plan, and a nudge only asks for one.
 */
export async function dispatchWorkspace(input: DispatchWorkspaceInput): Promise<void> {
  let nudged = false;
  const isNudged = (): boolean => nudged;
  setHandler(nudgeSignal, () => void (nudged = true), {
    description: 'The schedules of this workspace may have changed: plan them again.',
  });
  const wait: Wait = async (milliseconds, summary) => {
    if (!nudged && milliseconds > 0) await condition(isNudged, milliseconds, { summary: shortenSummary(summary) });
  };
  const display = createDispatchDisplay();
  do {
    nudged = false;
    const plan = await planDue(input);
    if (plan.inFlight !== undefined) {
      display.carrying(plan, plan.inFlight);
      await carry(plan.inFlight, input, { wait, display });
    } else if (plan.dueInMs !== undefined) {
      const until = display.sleeping(plan, plan.dueInMs);
      await wait(plan.dueInMs, `until ${until}, when the next schedule is due`);
      // A nudge that arrived during the plan must not be lost, so the workflow ends only after a pass without a nudge.
    } else if (!isNudged()) {
      display.idle(plan);
      if (plan.overdue === undefined) return;
      // A schedule that the server paused is shown until its owner resumes or deletes it. Both send a nudge.
      await condition(isNudged);
    }
  } while (!isHistoryLong(input));
  const { memo, typedSearchAttributes } = workflowInfo();
  await makeContinueAsNewFunc<typeof dispatchWorkspace>({ ...(memo && { memo }), typedSearchAttributes })(input);
}

/**
 * Plans the workspace. While the store is unavailable, the retries of the plan wait in Temporal and occupy no workflow
 * slot.
 */
async function planDue({ workspaceId }: DispatchWorkspaceInput): Promise<PlannedWorkspace> {
  const summary = 'plan due schedules';
  if (patched(PLANS_AT_HAND)) {
    try {
      return await plansAtHand.planWorkspace.executeWithOptions({ summary }, [{ workspaceId }]);
    } catch (error) {
      if (isCancellation(error)) throw error;
    }
  }
  return plans.planWorkspace.executeWithOptions({ summary }, [{ workspaceId }]);
}

function isHistoryLong({ maxEvents }: DispatchWorkspaceInput): boolean {
  const { continueAsNewSuggested, historyLength } = workflowInfo();
  return continueAsNewSuggested || historyLength >= maxEvents;
}

/**
 * Carries an occurrence to its end in a child workflow, which outlives this one and ends as its row does. A child that
 * failed or was cancelled with its row has ended. After any other interruption of the child, the next plan finds the
 * occurrence again.
 */
async function carry(
  occurrence: OccurrenceToRun,
  input: DispatchWorkspaceInput,
  { wait, display }: { wait: Wait; display: DispatchDisplay },
): Promise<void> {
  const { occurrenceId, state, attempt, windowFrom: from, windowTo: to, runId, runAttempt } = occurrence;
  // A dispatcher may live for years, so the time-outs of its start may be out of date.
  const timeouts = occurrence.timeouts ?? input.timeouts;
  try {
    await withTrace(occurrence.traceparent, () =>
      executeChild<typeof reportOccurrence>(REPORT_OCCURRENCE_WORKFLOW, {
        workflowId: occurrenceWorkflowId(occurrenceId),
        taskQueue: DUE_RUNS_TASK_QUEUE,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        // The occurrence belongs to the workspace and not to this workflow: it continues after any end of its
        // dispatcher.
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
        args: [{ occurrenceId, state, attempt, timeouts, ...(runId !== undefined && { runId, runAttempt }) }],
        ...occurrenceStart({ ...occurrence, window: { from, to } }),
      }),
    );
  } catch (error) {
    if (CancellationScope.current().consideredCancelled) throw error;
    if (hasEndedWithRow(error) && patched(NO_LOSS)) return;
    const isElsewhere = error instanceof WorkflowExecutionAlreadyStartedError;
    display.lost(isElsewhere);
    if (isElsewhere) await wait(CARRIED_ELSEWHERE_MS, `${occurrenceId} already runs: check again in 30 s`);
    else await wait(AFTER_LOSS_MS, `${occurrenceId} lost its workflow: restart it in 5 s`);
  }
}
