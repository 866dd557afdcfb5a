import {
  ActivityCancellationType,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { OccurrenceActivities } from '../../activities/schedules/occurrence-activities.ts';
import type { OccurrenceStatus } from '../../domain/schedules/occurrence-status.ts';
import { MAX_OCCURRENCE_ATTEMPTS, type OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import { backoffSeconds } from '../../domain/reports/report-run.ts';
import { BOOKKEEPING_OPTIONS } from '../bookkeeping-options.ts';
import {
  attemptOptions,
  executeRun,
  runFailureReason,
  type MakeAttempt,
  type AttemptedRun,
} from '../reports/execute-run.ts';
import { cancelWithRow, failWithRow } from '../end-with-row.ts';
import { failureSentence } from '../failure-sentence.ts';
import { REPORT_OCCURRENCE_MESSAGES, type ReportOccurrenceInput, type ReportOccurrenceResult } from '../public.ts';
import {
  failureCauseMembers,
  failureSummary,
  toTransientFailure,
  type TransientFailure,
} from '../transient-failure.ts';
import { createOccurrenceDisplay, type OccurrenceDisplay, type OccurrenceProgress } from './occurrence-display.ts';
import type { OccurrenceMemo } from './occurrence-start.ts';

const progressQuery = defineQuery<OccurrenceProgress>(REPORT_OCCURRENCE_MESSAGES.progress);

/** The activities of the steps. Temporal does not retry them, because the row counts each try. */
const steps = proxyActivities<Pick<OccurrenceActivities, 'beginOccurrence' | 'deliverOccurrence'>>({
  startToCloseTimeout: '15s',
  retry: { maximumAttempts: 1 },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

const { countOccurrenceFailure, settleCancelledOccurrence } =
  proxyActivities<Pick<OccurrenceActivities, 'countOccurrenceFailure' | 'settleCancelledOccurrence'>>(
    BOOKKEEPING_OPTIONS,
  );

/** Temporal's default priority, from 1 for the first to 5 for the last. */
const USUAL_PRIORITY = 3;

/**
 * The steps of an occurrence: the activity of each, and the state from which it moves the row. Occurrences in progress
 * have priority over new ones. If a thousand workspaces are due at the same time, only few of their occurrences are
 * therefore unfinished at any moment. The first are delivered early, and the cache of a worker holds those that it
 * works on.
 */
const STEPS = {
  begin: {
    activity: steps.beginOccurrence,
    from: 'claimed',
    summary: 'begin: check access, report and view',
    priority: USUAL_PRIORITY + 1,
  },
  deliver: {
    activity: steps.deliverOccurrence,
    from: 'running',
    summary: 'deliver to the recipients',
    priority: USUAL_PRIORITY,
  },
} as const satisfies Record<string, { activity: unknown; from: OccurrenceState; summary: string; priority: number }>;

/** The state of an occurrence and of its run, and the failure of the last try of one of the occurrence's own steps. */
interface TriedOccurrence {
  readonly status: OccurrenceStatus;
  readonly failure?: TransientFailure;
  readonly run?: AttemptedRun;
}

/**
 * Carries one occurrence to its end: creates its run, carries the run and delivers the result. The row decides every
 * race. Each activity returns the state of the row; the workflow follows that state and ends like the row. A missed
 * occurrence is only shown.
 */
export async function reportOccurrence(input: ReportOccurrenceInput): Promise<ReportOccurrenceResult> {
  const display = createOccurrenceDisplay(input);
  setHandler(progressQuery, () => display.progress(), {
    description: 'The progress of this occurrence: its state and step, its run, the last failure and the next attempt.',
  });
  if (input.state === 'missed') return endAsMissed();
  const settled = await carryOccurrence(input, display).catch(async (error: unknown): Promise<TriedOccurrence> => {
    if (!isCancellation(error)) throw error;
    return { status: await CancellationScope.nonCancellable(() => settleCancelled(input)) };
  });
  const { status } = settled;
  const lastTry = status.failureCode === 'attempts_exhausted' ? (settled.failure ?? settled.run?.failure) : undefined;
  display.settled(status, lastTry);
  const result = {
    state: status.state,
    failure_code: status.failureCode,
    run_id: status.runId,
    delivered_count: status.deliveredCount,
    suppressed_count: status.suppressedCount,
  };
  if (status.state === 'failed') {
    const failed = { code: status.failureCode, how: whyFailed(settled), sentence: failureSentence(status) };
    failWithRow(failed, { ...result, ...detailsOf(status), ...failureCauseMembers(lastTry) });
  }
  if (status.state === 'cancelled') await cancelWithRow();
  return result;
}

function detailsOf({
  failureDetail,
  pausedFor,
}: OccurrenceStatus): Pick<ReportOccurrenceResult, 'failure_detail' | 'schedule_paused'> {
  return {
    ...(failureDetail !== undefined && { failure_detail: failureDetail }),
    ...(pausedFor !== undefined && { schedule_paused: pausedFor }),
  };
}

function endAsMissed(): ReportOccurrenceResult {
  const result = { state: 'missed', failure_code: '', run_id: '', delivered_count: 0, suppressed_count: 0 } as const;
  const { scheduled_for: latest, skipped_count: owed } = workflowInfo().memo as unknown as OccurrenceMemo;
  failWithRow({ code: 'missed', how: `instants too old to be run: ${owed}, the latest of them ${latest}` }, result);
  return result;
}

function whyFailed({ status, failure, run }: TriedOccurrence): string {
  const { attempt, failureCode, runId } = status;
  if (failure !== undefined && failureCode === 'attempts_exhausted') {
    return `${attempt} tries of its own failed, the last one with ${failureSummary(failure)}`;
  }
  if (run?.status.state === 'failed') return `its run failed: ${runFailureReason(run)}`;
  return runId === '' ? 'it ended before it had a run' : 'there was nothing to deliver';
}

async function carryOccurrence(input: ReportOccurrenceInput, display: OccurrenceDisplay): Promise<TriedOccurrence> {
  const tried =
    input.runId === undefined ? await takeSteps(input, display) : await runBegun(input, input.runId, display);
  return tried.status.state === 'cancelling' ? { status: await settleCancelled(input) } : tried;
}

/**
 * Carries an occurrence whose run was created by its plan. Each attempt also delivers; a delivery that fails is retried
 * as a step of its own.
 */
async function runBegun(
  input: ReportOccurrenceInput,
  runId: string,
  display: OccurrenceDisplay,
): Promise<TriedOccurrence> {
  const { occurrenceId, attempt, runAttempt = 0, timeouts } = input;
  let status: OccurrenceStatus | undefined;
  const runAndDeliver: MakeAttempt = async (_, tries) => {
    const { runOccurrence } = proxyActivities<Pick<OccurrenceActivities, 'runOccurrence'>>(attemptOptions(timeouts));
    const summary = `read report and deliver, ${tries}`;
    const ran = await runOccurrence.executeWithOptions({ summary }, [{ occurrenceId, runId }]);
    status = ran.occurrence;
    return ran.run;
  };
  display.carrying(runId);
  const run = await executeRun({ runId, attempt: runAttempt, timeouts }, display, runAndDeliver);
  display.ran(run);
  if (status === undefined || status.state === STEPS.deliver.from) {
    return { ...(await take('deliver', input, attempt, display)), run };
  }
  return { status, run };
}

/** Carries an occurrence that its plan could not begin. */
async function takeSteps(input: ReportOccurrenceInput, display: OccurrenceDisplay): Promise<TriedOccurrence> {
  const begun = await take('begin', input, input.attempt, display);
  if (begun.status.state !== 'running') return begun;
  const { runId, runAttempt, attempt } = begun.status;
  display.carrying(runId);
  const run = await executeRun({ runId, attempt: runAttempt, timeouts: input.timeouts }, display);
  display.ran(run);
  return { ...(await take('deliver', input, attempt, display)), run };
}

/**
 * Repeats a step until the row has left the state that the step begins from. The step itself, its fifth failure or
 * another process moves the row.
 */
async function take(
  step: keyof typeof STEPS,
  input: ReportOccurrenceInput,
  failures: number,
  display: OccurrenceDisplay,
): Promise<TriedOccurrence> {
  let attempt = failures;
  for (;;) {
    display.taking(step, attempt);
    const tried = await takeOnce(step, input, attempt + 1);
    const { status, failure } = tried;
    // A step that moves nothing counts as failed, so without a failure the row has moved.
    if (status.state !== STEPS[step].from || failure === undefined) return tried;
    attempt = status.attempt;
    const seconds = backoffSeconds(attempt);
    display.pausing(attempt, failure, seconds);
    const next = `${attempt + 1} of ${MAX_OCCURRENCE_ATTEMPTS}`;
    await sleep(seconds * 1000, { summary: `backoff ${seconds} s before ${step}, try ${next} (${failure.code})` });
  }
}

/**
 * Makes one try of a step. A transient failure is counted in the row, which then keeps its state or has failed for
 * good.
 */
async function takeOnce(
  step: keyof typeof STEPS,
  { occurrenceId }: ReportOccurrenceInput,
  attempt: number,
): Promise<TriedOccurrence> {
  const { activity, from, summary, priority } = STEPS[step];
  const tries = `try ${attempt} of ${MAX_OCCURRENCE_ATTEMPTS}`;
  let failure: TransientFailure;
  try {
    const options = { summary: `${summary}, ${tries}`, priority: { priorityKey: priority } };
    const status = await activity.executeWithOptions(options, [{ occurrenceId }]);
    if (status.state !== from) return { status };
    // A step that does not move its row would be repeated forever, so it counts as failed.
    failure = { code: 'store_unavailable', detail: `The step “${step}” changed nothing.` };
  } catch (error) {
    if (isCancellation(error)) throw error;
    failure = toTransientFailure(error);
  }
  const { code, detail } = failure;
  const status = await countOccurrenceFailure.executeWithOptions(
    { summary: `record failure of ${step}, ${tries} (${code})` },
    [{ occurrenceId, attempt, detail }],
  );
  return { status, failure };
}

function settleCancelled({ occurrenceId }: ReportOccurrenceInput): Promise<OccurrenceStatus> {
  return settleCancelledOccurrence.executeWithOptions({ summary: 'settle the cancelled occurrence' }, [
    { occurrenceId },
  ]);
}
