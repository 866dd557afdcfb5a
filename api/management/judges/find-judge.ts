import { restoreRecords } from '../../../contracts/judges/restore-records.ts';
import type { NewestValidation } from '../../../contracts/judges/make-judge-readings.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../../contracts/judges/subject-id-of.ts';
import { notFound } from '../../../domain/kernel/errors.ts';
import type { JudgeValidationRow } from '../../../store/judges/judge-registry.ts';
import type { JudgeSources } from '../ports/judge-ports.ts';

/** The facts about one judge. */
export interface FoundJudge {
  readonly subject: JudgeCoordinates;
  /** The validations of the judge, oldest first. */
  readonly rows: readonly JudgeValidationRow[];
  /** The newest validation; undefined if there is no validation or the newest cannot be read. */
  readonly standing: NewestValidation | undefined;
}

/**
 * Finds a judge.
 * @throws Refusal `not_found` if no judge with this id was observed or validated
 */
export async function findJudge({ reader, registry }: JudgeSources, subjectId: string): Promise<FoundJudge> {
  const rows = await registry.ofSubject(subjectId);
  const newest = rows.at(-1);
  const subject = newest?.subject ?? (await reader.subjects()).find((one) => subjectIdOf(one) === subjectId);
  if (subject === undefined)
    throw notFound('There is no verdict of a judge with this id. Use an id from the list of judges.');
  return { subject, rows, standing: newest && restoreRecords([newest]).bySubject.get(subjectId) };
}
