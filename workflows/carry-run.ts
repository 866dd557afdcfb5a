import { ActivityCancellationType, isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.ts';
import { backoffSeconds, isSettled, MAX_ATTEMPTS, type TransientCode } from '../domain/report-run.ts';
import type { RunStatus } from '../domain/run-status.ts';
import { bookkeeping } from './bookkeeping.ts';
import type { ReportRunInput } from './public.ts';
import { transientFailure } from './transient-failure.ts';

const { requeueRun } = proxyActivities<Pick<Activities, 'requeueRun'>>(bookkeeping);

/** Who shows how far a run is. */
export interface RunWatcher {
  trying(attempt: number): void;
  waiting(status: RunStatus, failure: TransientCode | undefined, seconds: number): void;
}

/**
 * Carries a run to its end: up to five attempts, each visible in the history, with the run `queued` between them. The row
 * of the run decides every race. A cancellation of the workflow is thrown on, and leaves the row to the caller.
 */
export async function carryRun(input: ReportRunInput, watcher: RunWatcher): Promise<RunStatus> {
  let attempt = input.attempt;
  for (;;) {
    const { status, failure } = await tryOnce(input, attempt + 1, watcher);
    if (isSettled(status.state)) return status;
    attempt = status.attempt;
    const seconds = status.state === 'running' ? input.timeouts.heartbeatMs / 1000 : backoffSeconds(attempt);
    watcher.waiting(status, failure, seconds);
    await sleep(seconds * 1000, { summary: waitSummary(status, failure, seconds) });
  }
}

interface Tried {
  readonly status: RunStatus;
  readonly failure: TransientCode | undefined;
}

/** One attempt, and after a transient failure the row's own verdict on it: `queued` again, or failed for good. */
async function tryOnce(input: ReportRunInput, attempt: number, watcher: RunWatcher): Promise<Tried> {
  const { runId, timeouts } = input;
  const { executeAttempt } = proxyActivities<Pick<Activities, 'executeAttempt'>>({
    startToCloseTimeout: timeouts.attemptMs,
    heartbeatTimeout: timeouts.heartbeatMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
  });
  watcher.trying(attempt);
  try {
    const summary = `read report, attempt ${attempt} of ${MAX_ATTEMPTS}`;
    return { status: await executeAttempt.executeWithOptions({ summary }, [{ runId }]), failure: undefined };
  } catch (error) {
    if (isCancellation(error)) throw error;
    const failed = { attempt, ...transientFailure(error) };
    const summary = `record failure of attempt ${failed.attempt} of ${MAX_ATTEMPTS} (${failed.code})`;
    const status = await requeueRun.executeWithOptions({ summary }, [{ runId, ...failed }]);
    return { status, failure: failed.code };
  }
}

function waitSummary(status: RunStatus, failure: TransientCode | undefined, seconds: number): string {
  if (status.state === 'running')
    return `attempt ${status.attempt} is held by another worker: look again in ${seconds} s`;
  const reason = failure === undefined ? '' : ` (${failure})`;
  return `backoff ${seconds} s before attempt ${status.attempt + 1} of ${MAX_ATTEMPTS}${reason}`;
}
