import { notFound } from '../../../domain/kernel/errors.ts';
import type { JudgeHistory } from '../../../contracts/judges/judge-readings.ts';
import { historyRecord, shownSubject, versionText } from '../../../contracts/judges/make-judge-readings.ts';
import { restoreRecords } from '../../../contracts/judges/restore-records.ts';
import { subjectIdOf } from '../../../contracts/judges/subject-id-of.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import { type JudgePorts, requireJudges } from './judge-ports.ts';

/** @throws Refusal `not_found` where no judge of this id was observed or validated */
export async function readJudgeHistory(ports: JudgePorts, subjectId: string): Promise<JudgeHistory> {
  const { reader, registry } = requireJudges(ports);
  const rows = await registry.ofSubject(subjectId);
  const newest = rows.at(-1);
  const subject = newest?.subject ?? (await reader.subjects()).find((one) => subjectIdOf(one) === subjectId);
  if (subject === undefined) throw notFound('No judge of this id has said anything: read ids from the list of judges.');
  const standing = newest && restoreRecords([newest]).bySubject.get(subjectId);
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
