import type { ReportRunOpenV1, ReportRunV1 } from '../../../../clients/typescript/wire.ts';
import type { Screen } from '../../../output/screen.ts';
import { answerNotes, answerText } from '../insights/answer-text.ts';
import { localTime } from '../lane/local-time.ts';
import { partsText, recordText } from '../lane/record-text.ts';

/** A run without its answer. */
export function runText(run: ReportRunV1, screen: Screen): string {
  return recordText(
    [
      ['state', run.state],
      ['failure', run.failure_code === '' ? undefined : `${run.failure_code}: ${run.failure_detail}`],
      ['waits for', run.waits_for],
      ['run', run.run_id],
      ['report', run.report_id],
      ['window', `${localTime(run.window.from)} to ${localTime(run.window.to)}`],
      ['view revision', run.view_revision],
      ['attempt', String(run.attempt)],
      ['artifact digest', run.artifact_digest === '' ? undefined : run.artifact_digest],
      ['created', localTime(run.created_at)],
      ['finished', run.finished_at === undefined ? undefined : localTime(run.finished_at)],
      ['expires', run.expires_at === undefined ? undefined : localTime(run.expires_at)],
    ],
    screen,
  );
}

/** A run with its answer, if it has one. */
export function openedRunText(run: ReportRunOpenV1, screen: Screen): string {
  return partsText([runText(run, screen), run.answer === undefined ? '' : answerText(run.answer, screen)]);
}

/** Sentences about the completeness of the answer of a run. */
export function openedRunNotes({ answer, money_withheld: isWithheld }: ReportRunOpenV1): string[] {
  return [
    ...(isWithheld ? ['Amounts are withheld, because you do not have cost.read.'] : []),
    ...(answer === undefined ? [] : answerNotes(answer)),
  ];
}
