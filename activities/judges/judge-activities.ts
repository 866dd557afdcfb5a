import type { JudgeReader } from '../../analytics/judges/judge-reader.ts';
import { makeJudgeRecord, type SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import type { JudgeRecord } from '../../contracts/judges/judge-record.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { JudgeCoverage } from '../../domain/judges/judge-coverage.ts';
import type { ValidationSettings } from '../../domain/judges/configuration/evals-settings.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { JudgeRegistry, MadeRecord } from '../../store/judges/judge-registry.ts';
import type { RunPorts } from '../reports/run-ports.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { findDueSubjects } from './find-due-subjects.ts';

/** A judge that is to be validated on one gold set. */
export interface DueJudge {
  readonly subjectId: string;
  readonly subject: JudgeCoordinates;
  readonly goldRevision: string;
}

/** A judge that is due and whose labels could not be read; why, in a sentence. */
export interface UnreadJudge {
  readonly subjectId: string;
  readonly fault: string;
}

/** The result of a validation: `moved` if the gold set had changed by then, and nothing was recorded. */
export interface ValidationStatus {
  readonly state: 'promoted' | 'refused' | 'moved';
  /** The change of the promotion; empty if there was none. */
  readonly change: string;
  /** The floors that were missed. */
  readonly missed: readonly string[];
  /** Null where it was not measured. */
  readonly kappa: number | null;
  /** Rows that people labelled and the judge judged. */
  readonly rows: number;
  /** The judge's verdicts on labelled rows; absent in histories from before it was recorded. */
  readonly coverage?: JudgeCoverage;
  /** The gold set of the validation; absent in histories from before it was recorded. */
  readonly goldRevision?: string;
}

/** The side effects of `judgeSweep` and `judgeValidation`. */
export interface JudgeActivities {
  /**
   * Judges that are due, with the gold set that there is now. Those beyond the most that one sweep takes are for the
   * next, and each look begins with another one, so that none is always behind those whose labels cannot be read.
   */
  findDueJudges(): Promise<readonly (DueJudge | UnreadJudge)[]>;
  /** Validates a judge on the gold set that is named, and records it once however often it is tried. */
  validateJudge(due: DueJudge): Promise<ValidationStatus>;
}

export interface JudgeActivityPorts {
  readonly reader: JudgeReader;
  readonly registry: Pick<JudgeRegistry, 'record' | 'standing'>;
  readonly settings: ValidationSettings;
  readonly clock: Clock;
  readonly faultPoints: FaultPoints;
  readonly log: Pick<RunPorts['log'], 'info' | 'warn'>;
}

/** Judges of one sweep: the next one comes within minutes. */
const MAX_DUE = 100;
/** Milliseconds for which labels are read before the found ones are validated: a statement may take two minutes. */
const FINDING_MS = 60_000;
/** Looks so far apart begin with different judges. */
const TURN_MS = 300_000;

export function createJudgeActivities(ports: JudgeActivityPorts): JudgeActivities {
  const work = judgeWork(ports);
  // Labels are read for minutes: a worker that dies meanwhile is found out in seconds.
  return {
    findDueJudges: () => withHeartbeat(() => work.findDueJudges()),
    validateJudge: (due) => withHeartbeat(() => work.validateJudge(due)),
  };
}

function judgeWork(ports: JudgeActivityPorts): JudgeActivities {
  const { reader, registry, settings, clock, faultPoints, log } = ports;
  const { autoValidate, goldSources } = settings;
  const withGoldRevision = async (subject: JudgeCoordinates): Promise<DueJudge | UnreadJudge> => {
    const subjectId = subjectIdOf(subject);
    try {
      return { subjectId, subject, goldRevision: await reader.goldRevision(subject, goldSources) };
    } catch (fault) {
      // Of one judge alone: it is still due at the next look.
      return { subjectId, fault: fault instanceof Error ? fault.message : 'Its labels could not be read.' };
    }
  };
  return {
    async findDueJudges() {
      const due = await findDueSubjects(ports);
      const now = clock.now();
      const turn = due.length === 0 ? 0 : Math.floor(now.getTime() / TURN_MS) % due.length;
      // One after the other: each is a statement over all labels.
      const found: (DueJudge | UnreadJudge)[] = [];
      for (const subject of [...due.slice(turn), ...due.slice(0, turn)].slice(0, MAX_DUE)) {
        if (clock.now().getTime() - now.getTime() > FINDING_MS) break;
        found.push(await withGoldRevision(subject));
      }
      faultPoints.reach('validating.after_find');
      return found;
    },

    async validateJudge({ subject, subjectId, goldRevision }) {
      let status: Measured = { missed: [], kappa: null, rows: 0 };
      const measure = async (): Promise<MadeRecord | undefined> => {
        const evidence = await reader.evidence(subject, goldSources);
        faultPoints.reach('validating.after_measure');
        const record = makeJudgeRecord(evidence, settings);
        status = statusOf(record, evidence);
        return evidence.goldRevision === goldRevision ? { goldRevision, record } : undefined;
      };
      // A retry that comes late finds what it recorded before.
      const recorded = await registry.record(subject, measure, autoValidate);
      faultPoints.reach('validating.after_record');
      if (recorded === undefined) return { ...status, state: 'moved', change: '' };
      const { row, isNew } = recorded;
      const members = { subject: subjectId, judge_id: subject.judge_id, metric: subject.metric, missed: status.missed };
      // A retry reports it again, because the worker that recorded it may have died before it reported.
      if (row.change === 'demoted') log.warn({ kind: 'quality.judge.demoted', ...members }, 'a judge was demoted');
      else log.info({ ...members, change: row.change }, 'validated a judge');
      return { ...status, state: row.promoted ? 'promoted' : 'refused', change: (isNew && row.change) || '' };
    },
  };
}

type Measured = Pick<ValidationStatus, 'missed' | 'kappa' | 'rows' | 'coverage' | 'goldRevision'>;

function statusOf(
  { missed = [], kappa, confusion }: JudgeRecord,
  { coverage, goldRevision }: Pick<SubjectEvidence, 'coverage' | 'goldRevision'>,
): Measured {
  return {
    missed,
    kappa: kappa ?? null,
    rows: Object.values(confusion).reduce((sum, rows) => sum + rows, 0),
    coverage,
    goldRevision,
  };
}
