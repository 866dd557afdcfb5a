import type { TransientCode } from '../../domain/reports/report-run.ts';
import type { RunStatus } from '../../domain/reports/run-status.ts';
import type { RunPorts } from './run-ports.ts';

/** The failed attempt, with its transient failure. */
export interface FailedAttempt {
  readonly runId: string;
  readonly attempt: number;
  readonly code: TransientCode;
  readonly detail: string;
}

/** Counts a failed attempt in the run's row, which then is `queued` again or, after the last one, failed. */
export function createRequeueRun({ runs, log }: RunPorts): (failed: FailedAttempt) => Promise<RunStatus> {
  return async (failed) => {
    const { state, attempt, failureCode } = await runs.requeue(failed);
    const members = { run_id: failed.runId, attempt: failed.attempt, code: failed.code, state };
    log.info(members, 'recorded a failed attempt of a report run');
    return { state, attempt, failureCode };
  };
}

/** Settles a run whose workflow was cancelled. In most cases, the API has already cancelled the run. */
export function createSettleCancelledRun({ runs }: RunPorts): (input: { runId: string }) => Promise<RunStatus> {
  return async ({ runId }) => {
    const { status } = await runs.cancel(runId);
    return { state: status.state, attempt: status.attempt, failureCode: status.failureCode };
  };
}
