import { CancellationScope, defineQuery, isCancellation, proxyActivities, setHandler } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.ts';
import { bookkeeping } from './bookkeeping.ts';
import { carryRun } from './carry-run.ts';
import { REPORT_RUN_MESSAGES, type ReportRunInput, type ReportRunResult } from './public.ts';
import { createRunDisplay, type RunProgress } from './run-display.ts';

const progressQuery = defineQuery<RunProgress>(REPORT_RUN_MESSAGES.progress);

const { settleCancelledRun } = proxyActivities<Pick<Activities, 'settleCancelledRun'>>(bookkeeping);

/** Carries one report run to its end; this workflow follows what each activity says the row is. */
export async function reportRun(input: ReportRunInput): Promise<ReportRunResult> {
  const display = createRunDisplay(input);
  setHandler(progressQuery, () => display.progress(), {
    description: 'Where this run stands: its state, the attempts so far, the last failure and the next try.',
  });
  const settled = await carryRun(input, display).catch((error: unknown) => {
    if (!isCancellation(error)) throw error;
    return CancellationScope.nonCancellable(() =>
      settleCancelledRun.executeWithOptions({ summary: 'settle the cancelled run' }, [{ runId: input.runId }]),
    );
  });
  display.settled(settled);
  return { state: settled.state, failure_code: settled.failureCode };
}
