import {
  ActivityCancellationType,
  isCancellation,
  proxyActivities,
  sleep,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/reports/create-activities.ts';
import { backoffSeconds, isSettled, MAX_ATTEMPTS, type RunTimeouts } from '../../domain/reports/report-run.ts';
import type { RunStatus } from '../../domain/reports/run-status.ts';
import { BOOKKEEPING_OPTIONS } from '../bookkeeping-options.ts';
import type { ReportRunInput } from '../public.ts';
import { failureSummary, toTransientFailure, type TransientFailure } from '../transient-failure.ts';

const { requeueRun } = proxyActivities<Pick<Activities, 'requeueRun'>>(BOOKKEEPING_OPTIONS);

/** The receiver of a run's progress. */
export interface RunWatcher {
  trying(attempt: number): void;
  waiting(status: RunStatus, failure: TransientFailure | undefined, seconds: number): void;
}

/** The state of a run after a try, and the failure of the try if it was transient. */
export interface AttemptedRun {
  readonly status: RunStatus;
  readonly failure?: TransientFailure;
}

/** Makes an attempt; `tries` is its number. */
export type MakeAttempt = (input: ReportRunInput, tries: string) => Promise<RunStatus>;

/** The options of an attempt. Temporal does not retry it, because the row counts each attempt. */
export function attemptOptions({ attemptMs, heartbeatMs }: RunTimeouts): ActivityOptions {
  return {
    startToCloseTimeout: attemptMs,
    heartbeatTimeout: heartbeatMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
  };
}

/**
 * Carries a run to its end: up to five attempts, each visible in the history, with the run `queued` between them. The
 * row of the run decides every race. A cancellation of the workflow is rethrown, and the caller settles the row.
 */
export async function executeRun(
  input: ReportRunInput,
  watcher: RunWatcher,
  makeAttempt: MakeAttempt = readReport,
): Promise<AttemptedRun> {
  let attempt = input.attempt;
  for (;;) {
    const tried = await tryOnce(input, attempt + 1, { watcher, makeAttempt });
    const { status, failure } = tried;
    // With any other failure code, another process settled the run while this try failed.
    if (isSettled(status.state)) return status.failureCode === 'attempts_exhausted' ? tried : { status };
    attempt = status.attempt;
    const seconds = status.state === 'running' ? input.timeouts.heartbeatMs / 1000 : backoffSeconds(attempt);
    watcher.waiting(status, failure, seconds);
    await sleep(seconds * 1000, { summary: waitSummary(status, failure, seconds) });
  }
}

function readReport({ runId, timeouts }: ReportRunInput, tries: string): Promise<RunStatus> {
  const { executeAttempt } = proxyActivities<Pick<Activities, 'executeAttempt'>>(attemptOptions(timeouts));
  return executeAttempt.executeWithOptions({ summary: `read report, ${tries}` }, [{ runId }]);
}

/**
 * Makes one attempt. A transient failure is counted in the row, which is then `queued` again or has failed for good.
 */
async function tryOnce(
  input: ReportRunInput,
  attempt: number,
  { watcher, makeAttempt }: { watcher: RunWatcher; makeAttempt: MakeAttempt },
): Promise<AttemptedRun> {
  const { runId } = input;
  watcher.trying(attempt);
  try {
    return { status: await makeAttempt(input, `attempt ${attempt} of ${MAX_ATTEMPTS}`) };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const failure = { attempt, ...toTransientFailure(error) };
    const { code, detail } = failure;
    const summary = `record failure of attempt ${failure.attempt} of ${MAX_ATTEMPTS} (${code})`;
    const failed = { runId, attempt: failure.attempt, code, detail };
    return { status: await requeueRun.executeWithOptions({ summary }, [failed]), failure };
  }
}

/** The reason why a run failed, for operators. */
export function runFailureReason({ status, failure }: AttemptedRun): string {
  const { failureCode, attempt } = status;
  if (failureCode !== 'attempts_exhausted') return `refused permanently at attempt ${attempt} of ${MAX_ATTEMPTS}`;
  return `${attempt} attempts failed${failure === undefined ? '' : `, the last one with ${failureSummary(failure)}`}`;
}

function waitSummary(status: RunStatus, failure: TransientFailure | undefined, seconds: number): string {
  if (status.state === 'running')
    return `attempt ${status.attempt} runs on another worker: check again in ${seconds} s`;
  const reason = failure === undefined ? '' : ` (${failure.code})`;
  return `backoff ${seconds} s before attempt ${status.attempt + 1} of ${MAX_ATTEMPTS}${reason}`;
}
