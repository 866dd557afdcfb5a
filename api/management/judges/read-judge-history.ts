import type { JudgeHistory } from '../../../contracts/judges/judge-readings.ts';
import { JUDGE_OPERATIONS } from '../../../contracts/judges/operations.ts';
import { toHistoryRecord, presentSubject, versionText } from '../../../contracts/judges/make-judge-readings.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import { createManagementHandler } from '../lane/create-management-handler.ts';
import { findJudge } from './find-judge.ts';
import { requireJudges } from './require-judges.ts';

/** Answers with the history of one judge, oldest first, and its newest record. */
export const readJudgeHistory = createManagementHandler(JUDGE_OPERATIONS, 'management.judges.history', {
  async answer(request, { ports }) {
    const { subject, rows, standing } = await findJudge(requireJudges(ports), request.params.subject);
    return {
      subject: presentSubject(subject),
      timeline: rows.flatMap(changesOf),
      records: standing === undefined ? [] : [toHistoryRecord(standing)],
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
