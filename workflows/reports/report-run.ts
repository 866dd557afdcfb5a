import { CancellationScope, defineQuery, isCancellation, proxyActivities, setHandler } from '@temporalio/workflow';
import type { Activities } from '../../activities/reports/create-activities.ts';
import { BOOKKEEPING_OPTIONS } from '../bookkeeping-options.ts';
import { cancelWithRow, failWithRow } from '../end-with-row.ts';
import { failureSentence } from '../failure-sentence.ts';
import { REPORT_RUN_MESSAGES, type ReportRunInput, type ReportRunResult } from '../public.ts';
import { failureCauseMembers } from '../transient-failure.ts';
import { executeRun, runFailureReason, type AttemptedRun } from './execute-run.ts';
import { createRunDisplay, type RunProgress } from './run-display.ts';

const progressQuery = defineQuery<RunProgress>(REPORT_RUN_MESSAGES.progress);

const { settleCancelledRun } = proxyActivities<Pick<Activities, 'settleCancelledRun'>>(BOOKKEEPING_OPTIONS);

/**
 * Carries one report run to its end. Each activity returns the state of the row; the workflow follows that state and
 * ends like the row.
 */
export async function reportRun(input: ReportRunInput): Promise<ReportRunResult> {
  const display = createRunDisplay(input);
  setHandler(progressQuery, () => display.progress(), {
    description: 'The progress of this run: its state, its attempts, the last failure and the next attempt.',
  });
  const settled = await executeRun(input, display).catch(async (error: unknown): Promise<AttemptedRun> => {
    if (!isCancellation(error)) throw error;
    const summary = 'settle the cancelled run';
    const settle = () => settleCancelledRun.executeWithOptions({ summary }, [{ runId: input.runId }]);
    return { status: await CancellationScope.nonCancellable(settle) };
  });
  display.settled(settled);
  const { state, failureCode: code, failureDetail } = settled.status;
  const result = { state, failure_code: code };
  if (state === 'failed') {
    const failed = { code, how: runFailureReason(settled), sentence: failureSentence(settled.status) };
    const detail = failureDetail === undefined ? {} : { failure_detail: failureDetail };
    failWithRow(failed, { ...result, ...detail, ...failureCauseMembers(settled.failure) });
  }
  if (state === 'cancelled') await cancelWithRow();
  return result;
}
