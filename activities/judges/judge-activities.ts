import type { JudgeReader } from '../../analytics/judges/judge-reader.ts';
import { makeJudgeRecord } from '../../contracts/judges/make-judge-record.ts';
import { restoreRecords } from '../../contracts/judges/restore-records.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { ValidationSettings } from '../../domain/judges/configuration/evals-settings.ts';
import { isDue } from '../../domain/judges/validation/is-due.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { JudgeRegistry } from '../../store/judges/judge-registry.ts';
import type { RunPorts } from '../reports/run-ports.ts';

/** A judge that is to be validated on one gold set. */
export interface DueJudge {
  readonly subjectId: string;
  readonly subject: JudgeCoordinates;
  readonly goldRevision: string;
}

/** What became of a validation: `moved` where the gold set was another one by then, and nothing was recorded. */
export interface ValidationStatus {
  readonly state: 'promoted' | 'refused' | 'moved';
  /** What changed of the promotion; empty where nothing did. */
  readonly change: string;
  /** The floors that were missed. */
  readonly missed: readonly string[];
  /** Null where it was not measured. */
  readonly kappa: number | null;
  /** Rows that people labelled and the judge judged. */
  readonly rows: number;
}

/** The side effects of `judgeSweep` and `judgeValidation`. */
export interface JudgeActivities {
  /** Judges that are due, with the gold set that there is now; those beyond the most that one sweep takes are for the next. */
  findDueJudges(): Promise<readonly DueJudge[]>;
  /** Validates a judge on the gold set that is named, and records it once however often it is tried. */
  validateJudge(due: DueJudge): Promise<ValidationStatus>;
}

export interface JudgeActivityPorts {
  readonly reader: JudgeReader;
  readonly registry: Pick<JudgeRegistry, 'record' | 'standing'>;
  readonly settings: ValidationSettings;
  readonly clock: Clock;
  readonly log: Pick<RunPorts['log'], 'info' | 'warn'>;
}

/** Judges of one sweep: the next one comes within minutes. */
const MOST_DUE = 100;

export function createJudgeActivities({ reader, registry, settings, clock, log }: JudgeActivityPorts): JudgeActivities {
  const { autoValidate, goldSources } = settings;
  return {
    async findDueJudges() {
      const [subjects, kept, labels] = await Promise.all([
        reader.subjects(),
        registry.standing(),
        reader.labelCounts(goldSources),
      ]);
      const standing = restoreRecords(kept).bySubject;
      const now = clock.now();
      const due = subjects.filter((subject) => {
        const last = standing.get(subjectIdOf(subject));
        const known = last && { at: last.at, labels: last.record.labels };
        return isDue(known, { now, labels: labels.get(subject.metric) ?? 0 }, autoValidate);
      });
      // One after the other: each is a statement over all labels.
      const found: DueJudge[] = [];
      for (const subject of due.slice(0, MOST_DUE)) {
        const goldRevision = await reader.goldRevision(subject, goldSources);
        found.push({ subjectId: subjectIdOf(subject), subject, goldRevision });
      }
      return found;
    },

    async validateJudge({ subject, subjectId, goldRevision }) {
      const evidence = await reader.evidence(subject, goldSources);
      const record = makeJudgeRecord(evidence, settings);
      const { confusion } = record;
      const status = {
        missed: record.refusals.map(({ floor }) => floor || 'shape'),
        kappa: record.kappa ?? null,
        rows: Object.values(confusion).reduce((sum, rows) => sum + rows, 0),
      };
      if (evidence.goldRevision !== goldRevision) return { ...status, state: 'moved', change: '' };
      // A retry that comes late finds what it recorded before.
      const repeatAfterMs = autoValidate.intervalMs;
      const { row, isNew } = await registry.record(subject, { goldRevision, record, repeatAfterMs });
      const told = { subject: subjectId, judge_id: subject.judge_id, metric: subject.metric, missed: status.missed };
      if (isNew && row.change === 'demoted')
        log.warn({ kind: 'quality.judge.demoted', ...told }, 'a judge was demoted');
      else log.info({ ...told, change: row.change }, 'validated a judge');
      return { ...status, state: row.promoted ? 'promoted' : 'refused', change: (isNew && row.change) || '' };
    },
  };
}
