import type { JudgeHistory } from '../../../contracts/judges/judge-readings.ts';
import { historyRecord, shownSubject, versionText } from '../../../contracts/judges/make-judge-readings.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import { findJudge } from './find-judge.ts';
import { type JudgePorts, requireJudges } from './judge-ports.ts';

/** @throws Refusal `not_found` where no judge of this id was observed or validated */
export async function readJudgeHistory(ports: JudgePorts, subjectId: string): Promise<JudgeHistory> {
  const { subject, rows, standing } = await findJudge(requireJudges(ports), subjectId);
  return {
    subject: shownSubject(subject),
    timeline: rows.flatMap(changesOf),
    records: standing === undefined ? [] : [historyRecord(standing)],
  };
}

function changesOf({ change, resets, subject, at }: JudgeValidationRow): JudgeHistory['timeline'] {
  const when = { version: versionText(subject), at: at.toISOString() };
  return [
    ...(resets ? [{ kind: 'reset_version_change' as const, ...when }] : []),
    ...(change === undefined ? [] : [{ kind: change, ...when }]),
  ];
}
