import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import type { AttemptStatus } from '../../domain/reports/run-status.ts';
import type { ReportRunInput, ReportRunResult } from '../../workflows/public.ts';

export const NO_OP_TASK_QUEUE = 'bench-no-ops';

/** The activities of the workflow below. */
export interface NoOpActivities {
  doNothing(input: { runId: string }): Promise<AttemptStatus>;
}

/** A report run without its work: the same input, one activity with the same options, the same result. */
export async function noOp({ runId, timeouts }: ReportRunInput): Promise<ReportRunResult> {
  const { doNothing } = proxyActivities<NoOpActivities>({
    startToCloseTimeout: timeouts.attemptMs,
    heartbeatTimeout: timeouts.heartbeatMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.TRY_CANCEL,
  });
  const status = await doNothing.executeWithOptions({ summary: 'do nothing, attempt 1 of 1' }, [{ runId }]);
  return { state: status.state, failure_code: status.failureCode };
}
