import type { JudgeReader } from '../../analytics/judges/judge-reader.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import { restoreRecords } from '../../contracts/judges/restore-records.ts';
import type { ValidationSettings } from '../../domain/judges/configuration/evals-settings.ts';
import { isValidationDue } from '../../domain/judges/validation/is-validation-due.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { JudgeRegistry } from '../../store/judges/judge-registry.ts';

/** The sources of judges, their labels and their validations. */
export interface DuePorts {
  readonly reader: Pick<JudgeReader, 'subjects' | 'labelCounts'>;
  readonly registry: Pick<JudgeRegistry, 'standing'>;
  readonly settings: Pick<ValidationSettings, 'autoValidate' | 'goldSources'>;
  readonly clock: Clock;
}

/**
 * The judges that are due: never validated, or validated before an interval or a number of new labels of their metric.
 */
export async function findDueSubjects({ reader, registry, settings, clock }: DuePorts): Promise<JudgeCoordinates[]> {
  const { autoValidate, goldSources } = settings;
  const [subjects, kept, labels] = await Promise.all([
    reader.subjects(),
    registry.standing(),
    reader.labelCounts(goldSources),
  ]);
  const standing = restoreRecords(kept).bySubject;
  const now = clock.now();
  return subjects.filter((subject) => {
    const last = standing.get(subjectIdOf(subject));
    const known = last && { at: last.at, labels: last.record.labels };
    return isValidationDue(known, { now, labels: labels.get(subject.metric) ?? 0 }, autoValidate);
  });
}
