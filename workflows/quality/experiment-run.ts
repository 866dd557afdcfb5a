import {
  CancellationScope,
  continueAsNew,
  defineQuery,
  isCancellation,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { ExperimentActivities } from '../../activities/quality/experiments/experiment-activities.ts';
import { MAX_CONCURRENT_CALLS, MAX_QUEUED_CALLS, type CallStatus } from '../../domain/comparisons/run-work.ts';
import type {
  ExperimentCallWork,
  ExperimentEnd,
  ExperimentStatus,
} from '../../domain/quality/experiment-runs/experiment-work.ts';
import { BOOKKEEPING_OPTIONS } from '../bookkeeping-options.ts';
import { makeCalls, type CallTry } from '../comparisons/make-calls.ts';
import { stopOnceCancelled } from '../comparisons/stop-once-cancelled.ts';
import { cancelWithRow } from '../end-with-row.ts';
import { paidCallOptions } from '../paid-call-options.ts';
import { EXPERIMENT_RUN_MESSAGES, type ExperimentRunInput, type ExperimentRunResult } from '../public.ts';
import { createExperimentDisplay, type ExperimentDisplay, type ExperimentProgress } from './experiment-display.ts';

const progressQuery = defineQuery<ExperimentProgress>(EXPERIMENT_RUN_MESSAGES.progress);

/** Milliseconds for which a page of cells, or the end of a run, may be computed. */
const PAGE_MS = 600_000;

const steps =
  proxyActivities<Pick<ExperimentActivities, 'listExperimentVerdicts' | 'stopExperimentRun' | 'abandonExperimentRun'>>(
    BOOKKEEPING_OPTIONS,
  );

const IN_HAND = MAX_CONCURRENT_CALLS + MAX_QUEUED_CALLS;

/**
 * Carries one run of an experiment: it scores its cells page by page, and continues as new after each page. The rows
 * decide every race and store what was answered and paid; this workflow only knows positions and counts. After a
 * cancellation no further call begins, the calls in flight end, and the run is abandoned.
 */
export async function experimentRun(input: ExperimentRunInput): Promise<ExperimentRunResult> {
  const display = createExperimentDisplay(input.runId);
  setHandler(progressQuery, () => display.progress(), {
    description: 'The progress of this run: its cells, its failures, and the reason why it waits.',
  });
  const end = await scorePage(input, display).catch(async (error: unknown): Promise<ExperimentEnd> => {
    if (!isCancellation(error)) throw error;
    return CancellationScope.nonCancellable(() => abandon(input));
  });
  if (end === undefined) return continueAsNew<typeof experimentRun>(input);
  display.over(end);
  if (end.code === 'abandoned') await cancelWithRow();
  return { state: end.state, code: end.code, verdict: end.verdict };
}

/** Scores the next page of cells. Returns the end of the run; undefined if there are further pages. */
async function scorePage(input: ExperimentRunInput, display: ExperimentDisplay): Promise<ExperimentEnd | undefined> {
  const { runId } = input;
  stopOnceCancelled(() =>
    steps.stopExperimentRun.executeWithOptions({ summary: 'start no further calls' }, [{ runId }]),
  );
  const long = longSteps(input);
  const answers = await long.beginExperimentRun.executeWithOptions({ summary: 'look up the next cells' }, [{ runId }]);
  if (isGoing(answers)) {
    display.began('answers', answers);
    await makeCalls(answers.calls, (work, attempt) => call('askExperimentArm', input, work, attempt), {
      inHand: IN_HAND,
      display: display.calls,
    });
    const verdicts = await steps.listExperimentVerdicts.executeWithOptions({ summary: 'list the verdicts' }, [
      { runId },
    ]);
    if (isGoing(verdicts)) {
      display.began('verdicts', verdicts);
      await makeCalls(verdicts.calls, (work, attempt) => call('judgeExperimentCell', input, work, attempt), {
        inHand: IN_HAND,
        display: display.calls,
      });
      if (verdicts.hasMore && !CancellationScope.current().consideredCancelled) return undefined;
    }
  }
  const end = await long.endExperimentRun.executeWithOptions({ summary: 'end' }, [{ runId }]);
  return end.state === 'running' ? abandon(input) : end;
}

function isGoing({ state, isStopping }: ExperimentStatus): boolean {
  return state === 'running' && !isStopping;
}

function longSteps({
  timeouts,
}: ExperimentRunInput): ReturnType<
  typeof proxyActivities<Pick<ExperimentActivities, 'beginExperimentRun' | 'endExperimentRun'>>
> {
  return proxyActivities<Pick<ExperimentActivities, 'beginExperimentRun' | 'endExperimentRun'>>({
    ...BOOKKEEPING_OPTIONS,
    startToCloseTimeout: PAGE_MS,
    heartbeatTimeout: timeouts.heartbeatMs,
  });
}

/** Makes a call. A call in flight is never cancelled with its workflow, because it is paid for. */
function call(
  name: 'askExperimentArm' | 'judgeExperimentCell',
  { runId, timeouts }: ExperimentRunInput,
  { position, arm, seat }: ExperimentCallWork,
  attempt: CallTry,
): Promise<CallStatus> {
  const { [name]: activity } = proxyActivities<Pick<ExperimentActivities, 'askExperimentArm' | 'judgeExperimentCell'>>(
    paidCallOptions(timeouts),
  );
  const tries = attempt.number === 1 ? '' : `, try ${attempt.number}`;
  const summary = `${name === 'askExperimentArm' ? 'ask' : 'judge'} ${arm}, item ${position + 1}${tries}`;
  const { isLastTry, hasCompany } = attempt;
  const order = { runId, position, arm, seat, isLastTry, hasCompany, callMs: timeouts.callMs };
  return CancellationScope.nonCancellable(() => activity.executeWithOptions({ summary }, [order]));
}

function abandon({ runId }: ExperimentRunInput): Promise<ExperimentEnd> {
  return steps.abandonExperimentRun.executeWithOptions({ summary: 'abandon the cancelled run' }, [{ runId }]);
}
