import type { JudgeReader } from '../../analytics/judges/judge-reader.ts';
import { makeJudgeRecord, type SubjectEvidence } from '../../contracts/judges/make-judge-record.ts';
import type { JudgeRecord } from '../../contracts/judges/judge-record.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import type { JudgeCoverage } from '../../domain/judges/judge-coverage.ts';
import type { ValidationSettings } from '../../domain/judges/configuration/evals-settings.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { FaultPoints } from '../../domain/kernel/fault-points.ts';
import type { JudgeRegistry, MeasuredRecord } from '../../store/judges/judge-registry.ts';
import type { RunPorts } from '../reports/run-ports.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { findDueSubjects } from './find-due-subjects.ts';

/** A judge that is to be validated on one gold set. */
export interface DueJudge {
  readonly subjectId: string;
  readonly subject: JudgeCoordinates;
  readonly goldRevision: string;
}

/** A judge that is due and whose labels could not be read, with the reason as a sentence. */
export interface UnreadableJudge {
  readonly subjectId: string;
  readonly fault: string;
}

/** The result of a validation. `moved`: the gold set had changed meanwhile, and nothing was recorded. */
export interface ValidationStatus {
  readonly state: 'promoted' | 'refused' | 'moved';
  /** The change of the promotion; empty if there was none. */
  readonly change: string;
  /** The floors that were missed. */
  readonly missed: readonly string[];
  /** Null if it was not measured. */
  readonly kappa: number | null;
  /** The number of rows that people labelled and the judge judged. */
  readonly rows: number;
  /** The judge's verdicts on labelled rows; absent in histories from before it was recorded. */
  readonly coverage?: JudgeCoverage;
  /** The gold set of the validation; absent in histories from before it was recorded. */
  readonly goldRevision?: string;
}

/** The side effects of `judgeSweep` and `judgeValidation`. */
export interface JudgeActivities {
  /**
   * Finds the judges that are due, each with its present gold set. Judges beyond the maximum of one sweep wait for the
   * next one. Each search begins with another judge, so that judges with unreadable labels do not always delay the same
   * others.
   */
  findDueJudges(): Promise<readonly (DueJudge | UnreadableJudge)[]>;
  /** Validates a judge on the named gold set. Retries record the result only once. */
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

/** The maximum number of judges in one sweep; the next sweep follows within minutes. */
const MAX_DUE = 100;
/**
 * Milliseconds after which no further labels are read and the judges found so far are validated. One statement may take
 * two minutes.
 */
const FINDING_MS = 60_000;
/** Milliseconds after which a search begins with another judge. */
const TURN_MS = 300_000;

export function createJudgeActivities(ports: JudgeActivityPorts): JudgeActivities {
  const work = judgeWork(ports);
  // Reading labels takes minutes, so a heartbeat detects a dead worker within seconds.
  return {
    findDueJudges: () => withHeartbeat(() => work.findDueJudges()),
    validateJudge: (due) => withHeartbeat(() => work.validateJudge(due)),
  };
}

function judgeWork(ports: JudgeActivityPorts): JudgeActivities {
  const { reader, registry, settings, clock, faultPoints, log } = ports;
  const { autoValidate, goldSources } = settings;
  const withGoldRevision = async (subject: JudgeCoordinates): Promise<DueJudge | UnreadableJudge> => {
    const subjectId = subjectIdOf(subject);
    try {
      return { subjectId, subject, goldRevision: await reader.goldRevision(subject, goldSources) };
    } catch (fault) {
      // The fault concerns this judge alone, which stays due for the next search.
      return { subjectId, fault: fault instanceof Error ? fault.message : 'Its labels could not be read.' };
    }
  };
  return {
    async findDueJudges() {
      const due = await findDueSubjects(ports);
      const now = clock.now();
      const turn = due.length === 0 ? 0 : Math.floor(now.getTime() / TURN_MS) % due.length;
      // Sequential, because each is a statement over all labels.
      const found: (DueJudge | UnreadableJudge)[] = [];
      for (const subject of [...due.slice(turn), ...due.slice(0, turn)].slice(0, MAX_DUE)) {
        if (clock.now().getTime() - now.getTime() > FINDING_MS) break;
        found.push(await withGoldRevision(subject));
      }
      faultPoints.reach('validating.after_find');
      return found;
    },

    async validateJudge({ subject, subjectId, goldRevision }) {
      let status: Measured = { missed: [], kappa: null, rows: 0 };
      const measure = async (): Promise<MeasuredRecord | undefined> => {
        const evidence = await reader.evidence(subject, goldSources);
        faultPoints.reach('validating.after_measure');
        const record = makeJudgeRecord(evidence, settings);
        status = statusOf(record, evidence);
        return evidence.goldRevision === goldRevision ? { goldRevision, record } : undefined;
      };
      // A late retry finds its earlier record.
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
