import {
  ActivityFailure,
  CancellationScope,
  CancelledFailure,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { JudgingActivities } from '../../activities/judges/judging-activities.ts';
import {
  MAX_CONCURRENT_SCORINGS,
  type ScoringStatus,
  type ScoringWork,
} from '../../domain/judges/work/judge-traffic.ts';
import { SETTLING_MS } from '../paid-call-options.ts';
import type { JudgeTrafficInput, JudgeTrafficResult } from '../public.ts';
import { upsertJudgeNames } from './judge-names.ts';

/**
 * The maximum number of tries of one request in one run. A failing request blocks no other request, and the next run
 * retries it.
 */
const MAX_TRIES = 5;

/**
 * Makes evaluators sample answered requests, and scores the sampled ones, several at a time. Rows decide what is
 * scored, paid and reported; this workflow only sees counts and codes. After a cancellation no further request begins,
 * and calls in flight end, because they are paid for.
 */
export async function judgeTraffic(input: JudgeTrafficInput): Promise<JudgeTrafficResult> {
  const { findJudgeWork } = proxyActivities<Pick<JudgingActivities, 'findJudgeWork'>>({
    // The activity reads ClickHouse and files stretch by stretch. Queued requests stay queued, and a retry continues
    // after them.
    startToCloseTimeout: '10 minutes',
    heartbeatTimeout: input.timeouts.heartbeatMs,
    retry: { initialInterval: '1s', maximumInterval: '1 minute' },
  });
  const { scorings, ...looked } = await findJudgeWork.executeWithOptions({ summary: 'find answers to judge' }, []);
  const result = {
    ...looked,
    due: scorings.length,
    judged: 0,
    abstained: 0,
    split: 0,
    unpaid: 0,
    over_cap: 0,
    failed: 0,
  };
  const codes: Record<string, number> = {};
  const show = (): void => setCurrentDetails(detailsOf(result, codes));
  show();
  if (input.namesArePlain === true) upsertJudgeNames(scorings.map(({ evaluatorId }) => evaluatorId));
  const queue = [...scorings];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (CancellationScope.current().consideredCancelled) return;
      count(await judge(input, next));
      show();
    }
  };
  const count = (status: ScoringStatus): void => {
    if (status.kind === 'judged') {
      result.judged += 1;
      result.abstained += status.verdict === 'abstained' ? 1 : 0;
      result.split += status.isSplit ? 1 : 0;
      return;
    }
    if (status.kind === 'waiting') result.unpaid += 1;
    else if (status.code === 'daily_cap_reached') result.over_cap += 1;
    else result.failed += 1;
    codes[status.code] = (codes[status.code] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_SCORINGS }, work));
  if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The run was cancelled.');
  return { ...result, codes };
}

function judge(
  { timeouts: { callMs, heartbeatMs } }: JudgeTrafficInput,
  { scoringId, evaluatorId }: ScoringWork,
): Promise<ScoringStatus> {
  const { judgeRequest } = proxyActivities<Pick<JudgingActivities, 'judgeRequest'>>({
    startToCloseTimeout: callMs + SETTLING_MS,
    heartbeatTimeout: heartbeatMs,
    retry: { initialInterval: '1s', maximumInterval: '10s', maximumAttempts: MAX_TRIES },
  });
  const options = { summary: `${evaluatorId} judges ${scoringId}` };
  return CancellationScope.nonCancellable(async () => {
    try {
      return await judgeRequest.executeWithOptions(options, [{ scoringId, callMs }]);
    } catch (error) {
      if (error instanceof ActivityFailure) return { kind: 'waiting', code: 'not_tried_through' };
      throw error;
    }
  });
}

function detailsOf(
  {
    eligible,
    sampled,
    uncaptured,
    due,
    judged,
    abstained,
    split,
    unpaid,
    over_cap: overCap,
    failed,
  }: Omit<JudgeTrafficResult, 'codes'>,
  codes: Readonly<Record<string, number>>,
): string {
  const met = Object.entries(codes)
    .sort()
    .map(([code, times]) => `${code} ${times}`);
  return [
    `- **Checked:** ${eligible} answers, ${sampled} sampled, ${uncaptured} of them without content`,
    `- **To score:** ${due}`,
    `- **Judged:** ${judged}, ${abstained} of them abstained, ${split} by a split panel`,
    `- **Not paid yet:** ${unpaid}`,
    `- **Over the cap of the day:** ${overCap}`,
    `- **Failed:** ${failed}`,
    `- **Failures met:** ${met.length === 0 ? 'none' : met.join(', ')}`,
  ].join('\n');
}
