import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  ActivityFailure,
  ChildWorkflowFailure,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { DueJudge, JudgeActivities, ValidationStatus } from '../../activities/judges/judge-activities.ts';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import {
  judgeValidationWorkflowId,
  type JudgeSweepInput,
  type JudgeSweepResult,
  type UnvalidatedJudge,
} from '../public.ts';
import { FIND_OPTIONS, VALIDATION_TIMEOUT } from './judge-reads.ts';
import { judgeNamesAttribute, upsertJudgeNames } from './judge-names.ts';
import { judgeValidation } from './judge-validation.ts';

const { findDueJudges } = proxyActivities<JudgeActivities>(FIND_OPTIONS);

/** The maximum number of validations of one judge in a sweep. A validation is repeated if labels arrived during it. */
const TRIES = 3;

/** The maximum length of a failure's text in the result. */
const MAX_WORDS = 300;

/** The maximum number of characters of a summary. Temporal limits its bytes, and a character has at most three here. */
const MAX_SUMMARY = 100;

type Ending = ValidationStatus['state'] | 'elsewhere';

/**
 * Validates every judge that is due, one after the other. A validation in progress on the same gold set is left alone.
 * A judge that cannot be validated is reported and blocks no other judge.
 */
export async function judgeSweep({ namesArePlain = false }: JudgeSweepInput = {}): Promise<JudgeSweepResult> {
  const due = await findDueJudges.executeWithOptions({ summary: 'find judges that are due' }, []);
  const counts = { due: due.length, promoted: 0, refused: 0, moved: 0, elsewhere: 0 };
  const failed: UnvalidatedJudge[] = [];
  setCurrentDetails(details(counts, failed));
  if (namesArePlain) upsertJudgeNames(due.flatMap((judge) => ('fault' in judge ? [] : [judge.subject.judge_id])));
  for (const judge of due) {
    try {
      if ('fault' in judge) failed.push(unvalidated(judge.subjectId, judge.fault));
      else counts[await validate(judge, namesArePlain)] += 1;
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ChildWorkflowFailure)) throw error;
      failed.push(unvalidated(judge.subjectId, reasonOf(error)));
    }
    setCurrentDetails(details(counts, failed));
  }
  return { ...counts, failed };
}

async function validate(found: DueJudge, namesArePlain: boolean): Promise<Ending> {
  let judge = found;
  for (let tried = 1; ; tried += 1) {
    try {
      const { state, goldRevision } = await executeChild(judgeValidation, {
        workflowId: judgeValidationWorkflowId(judge.subjectId, judge.goldRevision),
        args: [judge],
        // An operator who ends the sweep does not end a validation in progress.
        parentClosePolicy: ParentClosePolicy.ABANDON,
        workflowExecutionTimeout: VALIDATION_TIMEOUT,
        ...(namesArePlain && {
          typedSearchAttributes: [judgeNamesAttribute([judge.subject.judge_id, judge.subject.segment])],
        }),
        staticSummary: summaryOf(judge),
      });
      if (state !== 'moved' || goldRevision === undefined || tried === TRIES) return state;
      judge = { ...judge, goldRevision };
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'elsewhere';
      throw error;
    }
  }
}

/** The name of the judge for a list of validations. */
function summaryOf({ subject: { judge_id, model, segment } }: DueJudge): string {
  const where = segment === '' ? 'without a segment' : `of the segment ${escapeMarkdown(segment)}`;
  return `Validates ${escapeMarkdown(judge_id)} by ${escapeMarkdown(model)} on requests ${where}`.slice(0, MAX_SUMMARY);
}

function unvalidated(subject: string, text: string): UnvalidatedJudge {
  return { subject, text: text.slice(0, MAX_WORDS) };
}

/** The text of the outermost failure only, because the texts of its causes may quote a query. */
function reasonOf({ cause, message }: ChildWorkflowFailure): string {
  const last = cause instanceof ActivityFailure ? cause.cause : cause;
  return last?.message ?? message;
}

function details(counts: Readonly<Record<string, number>>, failed: readonly UnvalidatedJudge[]): string {
  return [
    ...Object.entries(counts).map(([what, count]) => `- **${what}:** ${count}`),
    ...failed.map(({ subject, text }) => `- **failed:** ${subject}: ${escapeMarkdown(text)}`),
  ].join('\n');
}
