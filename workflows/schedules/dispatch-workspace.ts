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
  OccurrenceToCarry,
  PlannedWorkspace,
} from '../../activities/schedules/dispatch-activities.ts';
import { endedLikeRow } from '../end-like-row.ts';
import {
  DISPATCH_WORKSPACE_MESSAGES,
  DUE_RUNS_TASK_QUEUE,
  occurrenceWorkflowId,
  REPORT_OCCURRENCE_WORKFLOW,
  WORKFLOW_TASK_TIMEOUT,
  type DispatchWorkspaceInput,
} from '../public.ts';
import { shortenSummary } from '../shorten-summary.ts';
import { inTrace } from '../trace-in-hand.ts';
import { createDispatchDisplay, type DispatchDisplay } from './dispatch-display.ts';
import { occurrenceStart } from './occurrence-start.ts';
import type { reportOccurrence } from './report-occurrence.ts';

const nudgeSignal = defineSignal(DISPATCH_WORKSPACE_MESSAGES.nudge);

/**
 * A workspace without a plan stands still, so a plan that fails is tried again for as long as it takes; one whose
 * worker was killed is noticed by its time-out alone, and takes milliseconds otherwise.
 */
const plans = proxyActivities<DispatchActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/** The first try of a plan, made where the dispatcher is: one event of its history in place of six. */
const plansAtHand = proxyLocalActivities<DispatchActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 1 },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/**
 * Milliseconds between looks at an occurrence that another workflow carries, because its end is not announced to this
 * one.
 */
const CARRIED_ELSEWHERE_MS = 30_000;
const AFTER_LOSS_MS = 5_000;

/** The patch for failed occurrences. In older histories, an occurrence whose workflow failed was lost. */
const NO_LOSS = 'failed-occurrence-is-no-loss';

/** The patch for local plans. In older histories, every plan was an activity. */
const PLANS_AT_HAND = 'plans-at-hand';

/** Waits so long or until a nudge, which may have come already. */
type Wait = (milliseconds: number, summary: string) => Promise<void>;

/**
 * Plans the schedules of one workspace for as long as one is armed or an occurrence is in flight, and shows those that
 * the server paused. It stores nothing of them: a plan is made again each time, and a nudge only asks for one.
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
      // A nudge that came while this pass planned must not be dropped, so only a quiet one is the last.
    } else if (!isNudged()) {
      display.idle(plan);
      if (plan.overdue === undefined) return;
      // What the server paused is shown until its owner resumes or deletes it, which is a nudge.
      await condition(isNudged);
    }
  } while (!isHistoryLong(input));
  const { memo, typedSearchAttributes } = workflowInfo();
  await makeContinueAsNewFunc<typeof dispatchWorkspace>({ ...(memo && { memo }), typedSearchAttributes })(input);
}

/**
 * Plans the workspace. While the store is unavailable, Temporal waits with the plan, and the plan takes no slot of a
 * workflow.
 */
async function planDue({ workspaceId }: DispatchWorkspaceInput): Promise<PlannedWorkspace> {
  const summary = 'plan what is due';
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
 * Carries an occurrence to its end in a workflow of its own, which outlives this one, and which ends as its row does:
 * failed and cancelled ones have ended. After any other interruption of that workflow, the next plan finds the
 * occurrence again.
 */
async function carry(
  occurrence: OccurrenceToCarry,
  input: DispatchWorkspaceInput,
  { wait, display }: { wait: Wait; display: DispatchDisplay },
): Promise<void> {
  const { occurrenceId, state, attempt, windowFrom: from, windowTo: to, runId, runAttempt } = occurrence;
  // A dispatcher may live for years, and its own are those of its start.
  const timeouts = occurrence.timeouts ?? input.timeouts;
  try {
    await inTrace(occurrence.traceparent, () =>
      executeChild<typeof reportOccurrence>(REPORT_OCCURRENCE_WORKFLOW, {
        workflowId: occurrenceWorkflowId(occurrenceId),
        taskQueue: DUE_RUNS_TASK_QUEUE,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        // The occurrence is the workspace's, not this workflow's: it goes on when its dispatcher ends, however that
        // ends.
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
        args: [{ occurrenceId, state, attempt, timeouts, ...(runId !== undefined && { runId, runAttempt }) }],
        ...occurrenceStart({ ...occurrence, window: { from, to } }),
      }),
    );
  } catch (error) {
    if (CancellationScope.current().consideredCancelled) throw error;
    if (endedLikeRow(error) && patched(NO_LOSS)) return;
    const isElsewhere = error instanceof WorkflowExecutionAlreadyStartedError;
    display.lost(isElsewhere);
    if (isElsewhere) await wait(CARRIED_ELSEWHERE_MS, `${occurrenceId} is carried already: look again in 30 s`);
    else await wait(AFTER_LOSS_MS, `${occurrenceId} lost its workflow: carry it again in 5 s`);
  }
}
