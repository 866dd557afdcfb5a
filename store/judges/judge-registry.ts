import type pg from 'pg';
import type { AutoValidateSettings } from '../../domain/judges/configuration/evals-settings.ts';
import { isValidationDue } from '../../domain/judges/validation/is-validation-due.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { MAX_NOTICE_DETAIL } from '../../domain/notices/notice-kinds.ts';
import { canonicalJson } from '../../contracts/wire/canonical-json.ts';
import type { JudgeRecord } from '../../contracts/judges/judge-record.ts';
import { subjectIdOf, type JudgeCoordinates } from '../../contracts/judges/subject-id-of.ts';
import { COUNT_REPEATED_NOTICE, INSERT_NOTICE } from '../notices/notice-sql.ts';
import { newId } from '../postgres/new-id.ts';

/** The change of a promotion. */
export type PromotionChange = 'promoted' | 'repromoted' | 'demoted' | 'refused';

/** A stored validation. */
export interface JudgeValidationRow {
  readonly validationId: string;
  readonly subjectId: string;
  readonly subject: JudgeCoordinates;
  readonly goldRevision: string;
  readonly at: Date;
  readonly promoted: boolean;
  /** The change of the promotion; undefined if it stayed. */
  readonly change: PromotionChange | undefined;
  /** True if, at the first validation of this version, another version of the judge was promoted. */
  readonly resets: boolean;
  /** The stored record, which its reader checks. */
  readonly record: unknown;
}

/** The measured record of a judge, and the labels on which it is based. */
export interface MeasuredRecord {
  readonly goldRevision: string;
  readonly record: JudgeRecord;
}

/** A measurement with the row that records it: a new row, or an existing one with the same result. */
export interface RecordedValidation {
  readonly made: MeasuredRecord;
  readonly row: JudgeValidationRow;
  readonly isNew: boolean;
}

/** The time and the number of new labels after which an unchanged validation is stored again. */
type RepeatAfter = Pick<AutoValidateSettings, 'intervalMs' | 'newLabels'>;

const NEVER: RepeatAfter = { intervalMs: Infinity, newLabels: Infinity };

/** The validations of all judges. The newest one of a subject is in force. */
export interface JudgeRegistry {
  /**
   * Measures a judge and stores the result as the successor of the newest validation. If another validation was stored
   * meanwhile, it measures again, so that an older measurement never follows a newer one. A result with the same gold
   * set and the same figures as the newest one is not stored again, unless it is due by `repeatAfter`. If `measure`
   * returns undefined, nothing is stored.
   *
   * @throws Refusal `dependency_unavailable` if other processes repeatedly validate the same judge meanwhile
   */
  record<Made extends MeasuredRecord | undefined>(
    subject: JudgeCoordinates,
    measure: () => Promise<Made>,
    repeatAfter?: RepeatAfter,
  ): Promise<RecordedValidation | Extract<Made, undefined>>;
  /** The newest validation of each subject. */
  standing(): Promise<JudgeValidationRow[]>;
  /** The validations of a subject, oldest first. */
  ofSubject(subjectId: string): Promise<JudgeValidationRow[]>;
}

/** The number of attempts after which `record` fails if other processes are always faster. */
const TRIES = 5;

const COLUMNS = `validation_id, subject_id, judge_id, model, prompt_sha, eval_ver, metric, segment, gold_revision, at, promoted,
  change, resets, record`;

interface Row {
  validation_id: string;
  subject_id: string;
  judge_id: string;
  model: string;
  prompt_sha: string;
  eval_ver: string;
  metric: string;
  segment: string;
  gold_revision: string;
  at: Date;
  promoted: boolean;
  change: string | null;
  resets: boolean;
  record: unknown;
}

export function createJudgeRegistry(pool: pg.Pool, clock: Clock): JudgeRegistry {
  const newest = async (subjectId: string): Promise<Newest> => {
    const { rows } = await pool.query<Row & { number: number }>(
      `SELECT number, ${COLUMNS} FROM judge_validations WHERE subject_id = $1 ORDER BY number DESC LIMIT 1`,
      [subjectId],
    );
    return { number: rows[0]?.number ?? 0, row: rows.map(validationFromRow)[0] };
  };
  return {
    async record<Made extends MeasuredRecord | undefined>(
      subject: JudgeCoordinates,
      measure: () => Promise<Made>,
      repeatAfter = NEVER,
    ) {
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const before = await newest(subjectIdOf(subject));
        const made: MeasuredRecord | undefined = await measure();
        if (made === undefined) return made as Extract<Made, undefined>;
        if (before.row !== undefined && saysTheSame(before.row, made)) {
          const last = { at: before.row.at, labels: labelsOf(before.row.record) };
          if (!isValidationDue(last, { now: clock.now(), labels: labelsOf(made.record) ?? 0 }, repeatAfter))
            return { made, row: before.row, isNew: false };
        }
        const row = await insert(pool, clock, subject, { ...made, behind: before.number });
        if (row !== undefined) return { made, row, isNew: true };
      }
      throw new Refusal(
        'dependency_unavailable',
        'Another process validates the same judge at the moment. Try again in a few seconds.',
      );
    },

    async standing() {
      const { rows } = await pool.query<Row>(
        `SELECT DISTINCT ON (subject_id) ${COLUMNS} FROM judge_validations ORDER BY subject_id, number DESC`,
      );
      return rows.map(validationFromRow);
    },

    async ofSubject(subjectId) {
      const { rows } = await pool.query<Row>(
        `SELECT ${COLUMNS} FROM judge_validations WHERE subject_id = $1 ORDER BY number`,
        [subjectId],
      );
      return rows.map(validationFromRow);
    },
  };
}

/** The newest validation of a subject and its number; 0 before the first. */
interface Newest {
  readonly number: number;
  readonly row: JudgeValidationRow | undefined;
}

/** True if two validations are equal except for the current number of labels. */
function saysTheSame({ goldRevision, record }: JudgeValidationRow, made: MeasuredRecord): boolean {
  const comparable = (of: unknown): string => canonicalJson({ ...(of as object), labels: null });
  return goldRevision === made.goldRevision && comparable(record) === comparable(made.record);
}

function labelsOf(record: unknown): number | undefined {
  return (record as Pick<JudgeRecord, 'labels'>).labels;
}

/**
 * Inserts a validation; undefined if another process inserted the next one first. The statement derives the change of
 * the promotion from the current state. It inserts the notice of a demotion, and a row into the recalibration log of
 * each workspace whose active calibration relies on the judge.
 */
async function insert(
  pool: pg.Pool,
  clock: Clock,
  subject: JudgeCoordinates,
  { goldRevision, record, behind }: MeasuredRecord & { readonly behind: number },
): Promise<JudgeValidationRow | undefined> {
  const { judge_id, model, prompt_sha, eval_ver, metric, segment } = subject;
  const { rows } = await pool.query<Row>(
    `WITH before AS (
       SELECT coalesce(max(number), 0) AS number, coalesce(bool_or(promoted), false) AS ever,
         coalesce((array_agg(promoted ORDER BY number DESC))[1], false) AS standing
       FROM judge_validations WHERE subject_id = $2
     ), others AS (
       SELECT DISTINCT ON (subject_id) promoted FROM judge_validations
       WHERE judge_id = $3 AND metric = $7 AND segment = $8 AND subject_id <> $2 ORDER BY subject_id, number DESC
     ), inserted AS (
       INSERT INTO judge_validations (validation_id, subject_id, number, judge_id, model, prompt_sha, eval_ver, metric,
         segment, gold_revision, at, promoted, change, resets, record)
       SELECT $1, $2, b.number + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11::boolean,
         CASE WHEN $11::boolean AND b.standing THEN NULL WHEN $11::boolean AND b.ever THEN 'repromoted'
           WHEN $11::boolean THEN 'promoted' WHEN b.standing THEN 'demoted' ELSE 'refused' END,
         b.number = 0 AND EXISTS (SELECT FROM others WHERE promoted), $12
       FROM before b WHERE b.number = $13
       ON CONFLICT (subject_id, number) DO NOTHING
       RETURNING ${COLUMNS}
     ), noticed AS (
       ${INSERT_NOTICE}
       SELECT $14, 'quality.judge.demoted', subject_id, date_trunc('hour', at, 'UTC'), NULL, NULL, $15, at, at
       FROM inserted WHERE change = 'demoted'
       ${COUNT_REPEATED_NOTICE}
     ), logged AS (
       INSERT INTO recalibration_log (workspace_id, kind, change, calibration_id, manifest_version, detail, at)
       SELECT c.workspace_id, c.kind, 'demotion', c.calibration_id, m.version, $15, i.at
       FROM inserted i, calibration_manifests m JOIN calibrations c ON c.calibration_id = m.active_id
       WHERE i.change = 'demoted' AND m.kind = 'quality' AND c.artifact -> 'units'
         @> jsonb_build_array(jsonb_build_object('judge_subject', i.subject_id, 'gate_passed', true))
     )
     SELECT ${COLUMNS} FROM inserted`,
    [
      newId('judgeValidation'),
      subjectIdOf(subject),
      judge_id,
      model,
      prompt_sha,
      eval_ver,
      metric,
      segment,
      goldRevision,
      clock.now(),
      record.promoted,
      JSON.stringify(record),
      behind,
      newId('notice'),
      demotionDetail(subject, record),
    ],
  );
  return rows.map(validationFromRow)[0];
}

/** The details of the notice of a demotion: the judge, and why it missed its floors. */
function demotionDetail({ judge_id, metric }: JudgeCoordinates, { refusals }: JudgeRecord): string {
  const reasons = refusals.map(({ text }) => text).join(' ');
  return `Judge ${judge_id}, metric ${metric}. ${reasons}`.slice(0, MAX_NOTICE_DETAIL);
}

function validationFromRow(row: Row): JudgeValidationRow {
  const { judge_id, model, prompt_sha, eval_ver, metric, segment } = row;
  return {
    validationId: row.validation_id,
    subjectId: row.subject_id,
    subject: { judge_id, model, prompt_sha, eval_ver, metric, segment },
    goldRevision: row.gold_revision,
    at: row.at,
    promoted: row.promoted,
    change: (row.change as PromotionChange | null) ?? undefined,
    resets: row.resets,
    record: row.record,
  };
}
