import type { JudgeHistory } from '../../../contracts/judges/judge-readings.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { historyRecord, shownSubject, versionText } from '../../../contracts/judges/make-judge-readings.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import { managementHandlerOf } from '../lane/management-handler-of.ts';
import { findJudge } from './find-judge.ts';
import { requireJudges } from './require-judges.ts';

/** Answers with the history of one judge, oldest first, and its newest record. */
export const readJudgeHistory = managementHandlerOf(JUDGE_OPERATIONS, 'management.judges.history', {
  async answer(request, { ports }) {
    const { subject, rows, standing } = await findJudge(requireJudges(ports), request.params.subject);
    return {
      subject: shownSubject(subject),
      timeline: rows.flatMap(changesOf),
      records: standing === undefined ? [] : [historyRecord(standing)],
    };
  },
});

function changesOf({ change, resets, subject, at }: JudgeValidationRow): JudgeHistory['timeline'] {
  const when = { version: versionText(subject), at: at.toISOString() };
  return [
    ...(resets ? [{ kind: 'reset_version_change' as const, ...when }] : []),
    ...(change === undefined ? [] : [{ kind: change, ...when }]),
  ];
}
