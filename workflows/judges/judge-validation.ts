import { proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { DueJudge, JudgeActivities, ValidationStatus } from '../../activities/judges/judge-activities.ts';
import { coverageText } from '../../domain/judges/judge-coverage.ts';
import { escapeMarkdown } from '../../domain/kernel/text/escape-markdown.ts';
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts';
import { VALIDATION_OPTIONS } from './judge-reads.ts';

const { validateJudge } = proxyActivities<JudgeActivities>(VALIDATION_OPTIONS);

/** Validates one judge on one gold set. The result is stored in the judge's record; this workflow shows it. */
export async function judgeValidation(due: DueJudge): Promise<ValidationStatus> {
  const status = await validateJudge.executeWithOptions({ summary: `validate ${due.subjectId}` }, [due]);
  setCurrentDetails(details(due, status));
  upsertSearchAttributes([
    { key: SEARCH_ATTRIBUTES.runState, value: status.state },
    ...(status.missed[0] === undefined ? [] : [{ key: SEARCH_ATTRIBUTES.failureCode, value: status.missed[0] }]),
  ]);
  return status;
}

function details(
  { subject, goldRevision }: DueJudge,
  { state, change, missed, kappa, rows, coverage }: ValidationStatus,
): string {
  const { judge_id, model, prompt_sha, eval_ver, segment } = subject;
  return [
    `- **State:** ${state}${change === '' ? '' : `, by this validation ${change}`}`,
    `- **Judge:** ${[judge_id, model, prompt_sha, eval_ver, segment].map(escapeMarkdown).join(', ')}`,
    `- **Gold set:** \`${goldRevision}\`, ${rows} rows with a verdict and a majority of people`,
    `- **Kappa:** ${kappa === null ? 'not measured' : String(kappa)}`,
    `- **Coverage:** ${coverageText(coverage)}`,
    `- **Missed:** ${missed.length === 0 ? 'no floor' : missed.join(', ')}`,
  ].join('\n');
}
