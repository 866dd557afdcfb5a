import {
  CancellationScope,
  defineQuery,
  isCancellation,
  patched,
  proxyActivities,
  setHandler,
} from '@temporalio/workflow';
import type { ComparisonActivities } from '../../activities/comparisons/comparison-activities.ts';
import { hasEnded } from '../../domain/comparisons/comparison-run.ts';
import {
  MAX_CONCURRENT_CALLS,
  MAX_QUEUED_CALLS,
  type CallStatus,
  type CallWork,
  type ComparisonRunStatus,
} from '../../domain/comparisons/run-work.ts';
import { BOOKKEEPING_OPTIONS } from '../bookkeeping-options.ts';
import { cancelWithRow } from '../end-with-row.ts';
import { paidCallOptions } from '../paid-call-options.ts';
import { COMPARISON_RUN_MESSAGES, type ComparisonRunInput, type ComparisonRunResult } from '../public.ts';
import { createComparisonDisplay, type ComparisonDisplay, type ComparisonProgress } from './comparison-display.ts';
import { makeCalls, type CallTry } from './make-calls.ts';
import { stopOnceCancelled } from './stop-once-cancelled.ts';

const progressQuery = defineQuery<ComparisonProgress>(COMPARISON_RUN_MESSAGES.progress);

const steps =
  proxyActivities<
    Pick<
      ComparisonActivities,
      'beginComparisonRun' | 'scoreComparisonRun' | 'endComparisonRun' | 'stopComparisonRun' | 'abandonComparisonRun'
    >
  >(BOOKKEEPING_OPTIONS);

/** The patch for calls that wait in addition to those in flight; older histories have no such calls. */
const ON_DECK = 'calls-on-deck';

/**
 * Carries one comparison run through its arms, its scoring and its end. The rows decide every race and store what was
 * answered and paid; this workflow only knows positions and counts. After a cancellation no further call begins, the
 * calls in flight end, and the run is abandoned.
 */
export async function comparisonRun(input: ComparisonRunInput): Promise<ComparisonRunResult> {
  const display = createComparisonDisplay(input.runId);
  setHandler(progressQuery, () => display.progress(), {
    description: 'The progress of this run: its state, its calls, its failures, and the reason why it waits.',
  });
  const status = await carry(input, display).catch(async (error: unknown): Promise<ComparisonRunStatus> => {
    if (!isCancellation(error)) throw error;
    return CancellationScope.nonCancellable(() => abandon(input));
  });
  display.over(status);
  if (status.state === 'abandoned') await cancelWithRow();
  return { state: status.state, failure_code: status.failureCode };
}

async function carry(input: ComparisonRunInput, display: ComparisonDisplay): Promise<ComparisonRunStatus> {
  const { runId } = input;
  const hasDeck = patched(ON_DECK);
  const inHand = hasDeck ? MAX_CONCURRENT_CALLS + MAX_QUEUED_CALLS : MAX_CONCURRENT_CALLS;
  if (hasDeck)
    stopOnceCancelled(() =>
      steps.stopComparisonRun.executeWithOptions({ summary: 'start no further calls' }, [{ runId }]),
    );
  const arms = await steps.beginComparisonRun.executeWithOptions({ summary: 'begin' }, [{ runId }]);
  if (hasEnded(arms.state)) return arms;
  if (arms.state === 'arms_running' && !arms.isStopping) {
    display.began('answers', arms, 2 * arms.cases);
    await makeCalls(arms.calls, (work, attempt) => call('callArm', input, work, attempt), {
      inHand,
      display: display.calls,
    });
  }
  const scoring = await steps.scoreComparisonRun.executeWithOptions({ summary: 'check answers' }, [{ runId }]);
  if (hasEnded(scoring.state)) return scoring;
  if (scoring.state === 'scoring' && !scoring.isStopping && scoring.calls.length > 0) {
    display.began('verdicts', scoring, scoring.calls.length);
    await makeCalls(scoring.calls, (work, attempt) => call('callJudge', input, work, attempt), {
      inHand,
      display: display.calls,
    });
  }
  const status = await steps.endComparisonRun.executeWithOptions({ summary: 'end' }, [{ runId }]);
  return hasEnded(status.state) ? status : abandon(input);
}

/** Makes a call. A call in flight is never cancelled with its workflow, because it is paid for. */
function call(
  name: 'callArm' | 'callJudge',
  { runId, timeouts }: ComparisonRunInput,
  { position, arm }: CallWork,
  attempt: CallTry,
): Promise<CallStatus> {
  const { [name]: activity } = proxyActivities<Pick<ComparisonActivities, 'callArm' | 'callJudge'>>(
    paidCallOptions(timeouts),
  );
  const tries = attempt.number === 1 ? '' : `, try ${attempt.number}`;
  const summary = `${name === 'callArm' ? 'ask' : 'judge'} ${arm}, case ${position + 1}${tries}`;
  const { isLastTry, hasCompany } = attempt;
  const order = { runId, position, arm, isLastTry, hasCompany, callMs: timeouts.callMs };
  return CancellationScope.nonCancellable(() => activity.executeWithOptions({ summary }, [order]));
}

function abandon({ runId }: ComparisonRunInput): Promise<ComparisonRunStatus> {
  return steps.abandonComparisonRun.executeWithOptions({ summary: 'abandon the cancelled run' }, [{ runId }]);
}
