import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  isCancellation,
  proxyActivities,
  setHandler,
  sleep,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.ts';
import { backoffSeconds, isSettled, MAX_ATTEMPTS, TRANSIENT_CODES, type TransientCode } from '../domain/report-run.ts';
import type { RunStatus } from '../domain/run-status.ts';
import { REPORT_RUN_MESSAGES, type ReportRunInput, type ReportRunResult } from './public.ts';
import { createRunDisplay, type RunDisplay, type RunProgress } from './run-display.ts';

const progressQuery = defineQuery<RunProgress>(REPORT_RUN_MESSAGES.progress);

/** Bookkeeping is small, idempotent and must succeed in the end: it is repeated for as long as the store is away. */
const bookkeeping = proxyActivities<Pick<Activities, 'requeueRun' | 'settleCancelledRun'>>({
  startToCloseTimeout: '30s',
  retry: { initialInterval: '1s', maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.TRY_CANCEL,
});

/**
 * Carries one report run to its end: up to five attempts, each visible in the history, with the run `queued` between
 * them. The row of the run decides every race; this workflow follows what each activity says the row is.
 */
export async function reportRun(input: ReportRunInput): Promise<ReportRunResult> {
  const display = createRunDisplay(input);
  setHandler(progressQuery, () => display.progress(), {
    description: 'Where this run stands: its state, the attempts so far, the last failure and the next try.',
  });
  const settled = await runUntilSettled(input, display).catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
    return CancellationScope.nonCancellable(() =>
      bookkeeping.settleCancelledRun.executeWithOptions({ summary: 'settle the cancelled run' }, [
        { runId: input.runId },
      ]),
    );
  });
  display.settled(settled);
  return { state: settled.state, failure_code: settled.failureCode };
}

async function runUntilSettled(input: ReportRunInput, display: RunDisplay): Promise<RunStatus> {
  let attempt = input.attempt;
  for (;;) {
    const { status, failure } = await tryOnce(input, attempt + 1, display);
    if (isSettled(status.state)) return status;
    attempt = status.attempt;
    const seconds = status.state === 'running' ? input.timeouts.heartbeatMs / 1000 : backoffSeconds(attempt);
    display.waiting(status, failure, seconds);
    await sleep(seconds * 1000, { summary: waitSummary(status, failure, seconds) });
  }
}

interface Tried {
  readonly status: RunStatus;
  readonly failure: TransientCode | undefined;
}

/** One attempt, and after a transient failure the row's own verdict on it: `queued` again, or failed for good. */
async function tryOnce(input: ReportRunInput, attempt: number, display: RunDisplay): Promise<Tried> {
  const { runId, timeouts } = input;
  const { executeAttempt } = proxyActivities<Pick<Activities, 'executeAttempt'>>({
    startToCloseTimeout: timeouts.attemptMs,
    heartbeatTimeout: timeouts.heartbeatMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
  });
  display.trying(attempt);
  try {
    const summary = `read report, attempt ${attempt} of ${MAX_ATTEMPTS}`;
    return { status: await executeAttempt.executeWithOptions({ summary }, [{ runId }]), failure: undefined };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const failed = { attempt, ...transientFailure(error) };
    const summary = `record failure of attempt ${failed.attempt} of ${MAX_ATTEMPTS} (${failed.code})`;
    const status = await bookkeeping.requeueRun.executeWithOptions({ summary }, [{ runId, ...failed }]);
    return { status, failure: failed.code };
  }
}

/** The attempt says why it failed; one that said nothing any more has lost its worker. */
function transientFailure(error: unknown): { code: TransientCode; detail: string; attempt?: number } {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) {
    const code = TRANSIENT_CODES.find((known) => known === cause.type);
    const [claimed] = (cause.details ?? []) as { attempt?: number }[];
    if (code !== undefined) return { code, detail: cause.message, ...claimed };
  }
  const silence = cause instanceof TimeoutFailure ? ` (${cause.timeoutType ?? 'unknown'} time-out)` : '';
  return { code: 'lease_lapsed', detail: `The worker did not bring the attempt to an end${silence}.` };
}

function waitSummary(status: RunStatus, failure: TransientCode | undefined, seconds: number): string {
  if (status.state === 'running')
    return `attempt ${status.attempt} is held by another worker: look again in ${seconds} s`;
  const reason = failure === undefined ? '' : ` (${failure})`;
  return `backoff ${seconds} s before attempt ${status.attempt + 1} of ${MAX_ATTEMPTS}${reason}`;
}
