import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { executeChild, ParentClosePolicy, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { JudgeActivities } from '../../activities/judges/judge-activities.ts';
import { judgeValidationWorkflowId, type JudgeSweepResult } from '../public.ts';
import { JUDGE_READS } from './judge-reads.ts';
import { judgeValidation } from './judge-validation.ts';

const { findDueJudges } = proxyActivities<JudgeActivities>(JUDGE_READS);

/** Validates every judge that is due, one after the other. One that is being validated on the same gold set already is left to that. */
export async function judgeSweep(): Promise<JudgeSweepResult> {
  const due = await findDueJudges.executeWithOptions({ summary: 'look for judges that are due' }, []);
  const counts = { due: due.length, promoted: 0, refused: 0, moved: 0, elsewhere: 0 };
  const show = (): void =>
    setCurrentDetails(
      Object.entries(counts)
        .map(([what, count]) => `- **${what}:** ${count}`)
        .join('\n'),
    );
  show();
  for (const judge of due) {
    try {
      const { state } = await executeChild(judgeValidation, {
        workflowId: judgeValidationWorkflowId(judge.subjectId, judge.goldRevision),
        args: [judge],
        // A sweep that is ended by hand ends no validation that has begun.
        parentClosePolicy: ParentClosePolicy.ABANDON,
        staticSummary: `Validates the judge ${judge.subjectId} on the gold set ${judge.goldRevision}`,
      });
      counts[state] += 1;
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      counts.elsewhere += 1;
    }
    show();
  }
  return counts;
}
