import type pg from 'pg';
import type { InsightAnswer } from '../../contracts/insight/answer/insight-answer.ts';
import type { AnswerSizes } from '../../contracts/reports/answer-without-dimensions.ts';
import type { ReportRunV1 } from '../../contracts/reports/report-run.ts';
import type { FrozenRun } from '../../contracts/reports/frozen-run.ts';
import { isTimeZone, zoneOffsetMs } from '../../contracts/wire/time-zone.ts';
import type { CalendarWindow } from '../../domain/insight/windows/calendar-window.ts';
import { clockChange } from '../../domain/reports/clock-change.ts';
import type { TransientCode } from '../../domain/reports/report-run.ts';
import { FAILED_ATTEMPT_TEXT, nextAttemptAt } from '../../domain/reports/run-waiting.ts';
import type { PageKey } from '../postgres/page-key.ts';
import type { Queryable } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A run with facts that its document does not show: its scope, and values that depend on the reader. */
export interface StoredRun {
  readonly run: ReportRunV1;
  readonly scopeEnvironmentIds: readonly string[];
  /**
   * The salt of the answer's digest; absent if there is no answer, or if an older version stored it without a digest.
   */
  readonly artifactSalt?: string;
  /** The byte count for readers from whom costs are withheld; absent if `artifactSalt` is absent. */
  readonly redactedByteCount?: number;
  /** The sizes for readers from whom values of dimensions are withheld; absent if the answer has no such values. */
  readonly withoutDimensions?: AnswerSizes;
  /** The occurrence whose workflow executes the run; absent for a run that a person requested. */
  readonly occurrenceId?: string;
}

export interface ReportRunStore {
  /** The run, regardless of the caller; undefined if it does not exist. */
  findRun(runId: string): Promise<StoredRun | undefined>;
  /** The runs of a report, newest first, at most `limit`. */
  listRuns(input: { reportId: string; limit: number; after: PageKey | undefined }): Promise<StoredRun[]>;
  /** The stored answer of a ready or partial run, exactly as it was digested; undefined if it has expired. */
  answerOf(runId: string): Promise<InsightAnswer | undefined>;
  /**
   * The same answer for readers from whom values of dimensions are withheld. The complete answer is not read if it has
   * such values.
   */
  answerWithoutDimensionsOf(runId: string): Promise<InsightAnswer | undefined>;
}

interface RunRow {
  run_id: string;
  report_id: string;
  organization_id: string;
  workspace_id: string;
  initiator: string;
  idempotency_key: string;
  state: ReportRunV1['state'];
  failure_code: string;
  failure_detail: string;
  question: ReportRunV1['question'];
  view_revision: bigint;
  window_from: Date;
  window_to: Date;
  calendar_window: CalendarWindow | null;
  display_tz: string;
  scope_environment_ids: string[];
  authority_epoch: bigint;
  attempt: number;
  coverage: ReportRunV1['coverage'];
  truncated: boolean;
  artifact_digest: string;
  group_count: number;
  byte_count: number;
  artifact_salt: string | null;
  redacted_byte_count: number | null;
  group_count_without_dimensions: number | null;
  byte_count_without_dimensions: number | null;
  redacted_byte_count_without_dimensions: number | null;
  occurrence_id: string | null;
  last_failed_attempt: number | null;
  last_failure_code: TransientCode | null;
  last_failed_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  expires_at: Date | null;
}

const COLUMNS = `run_id, report_id, organization_id, workspace_id, initiator, idempotency_key, state, failure_code,
  failure_detail, question, view_revision, window_from, window_to, calendar_window, display_tz, scope_environment_ids, authority_epoch,
  attempt, coverage, truncated, artifact_digest, group_count, byte_count, artifact_salt, redacted_byte_count, occurrence_id,
  group_count_without_dimensions, byte_count_without_dimensions, redacted_byte_count_without_dimensions,
  last_failed_attempt, last_failure_code, last_failed_at, created_at, started_at, finished_at, expires_at`;

export function createReportRunStore(pool: pg.Pool): ReportRunStore {
  return {
    async findRun(runId) {
      const { rows } = await pool.query<RunRow>(`SELECT ${COLUMNS} FROM report_runs WHERE run_id = $1`, [runId]);
      return rows.map(storedRun)[0];
    },

    async listRuns({ reportId, limit, after }) {
      const { rows } = await pool.query<RunRow>(
        `SELECT ${COLUMNS} FROM report_runs WHERE report_id = $1 AND (created_at, run_id) < ($2, $3)
         ORDER BY created_at DESC, run_id DESC LIMIT $4`,
        [reportId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(storedRun);
    },

    async answerOf(runId) {
      const { rows } = await pool.query<{ answer: string }>(
        `SELECT answer FROM report_answers JOIN report_runs USING (run_id)
         WHERE run_id = $1 AND state IN ('ready', 'partial')`,
        [runId],
      );
      return rows.map(({ answer }) => JSON.parse(answer) as InsightAnswer)[0];
    },

    async answerWithoutDimensionsOf(runId) {
      const { rows } = await pool.query<{ answer: string }>(
        `SELECT coalesce(answer_without_dimensions, answer) AS answer FROM report_answers JOIN report_runs USING (run_id)
         WHERE run_id = $1 AND state IN ('ready', 'partial')`,
        [runId],
      );
      return rows.map(({ answer }) => JSON.parse(answer) as InsightAnswer)[0];
    },
  };
}

/** Inserts a queued run on the given connection. The caller's transaction also enqueues its start. */
export async function insertRun(client: Queryable, run: FrozenRun, now: Date): Promise<ReportRunV1> {
  const { rows } = await client.query<RunRow>(
    `INSERT INTO report_runs (run_id, report_id, organization_id, workspace_id, initiator, idempotency_key, state,
       question, view_revision, window_from, window_to, display_tz, scope_environment_ids, authority_epoch,
       created_at, touched_at, occurrence_id, calendar_window)
     VALUES ($1, $2, $3, $4, $5, $6, 'queued', $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16)
     RETURNING ${COLUMNS}`,
    [
      run.run_id,
      run.report_id,
      run.organization_id,
      run.workspace_id,
      run.initiator,
      run.idempotency_key,
      JSON.stringify(run.question),
      run.view_revision,
      run.window.from,
      run.window.to,
      run.display_tz,
      run.scope_environment_ids,
      run.authority_epoch,
      now,
      run.occurrence_id ?? null,
      run.calendar_window === undefined ? null : JSON.stringify(run.calendar_window),
    ],
  );
  return runFromRow(requireRow(rows));
}

function storedRun(row: RunRow): StoredRun {
  return {
    run: runFromRow(row),
    scopeEnvironmentIds: row.scope_environment_ids,
    ...(row.artifact_salt !== null && { artifactSalt: row.artifact_salt }),
    ...(row.redacted_byte_count !== null && { redactedByteCount: row.redacted_byte_count }),
    ...sizesWithoutDimensions(row),
    ...(row.occurrence_id !== null && { occurrenceId: row.occurrence_id }),
  };
}

function sizesWithoutDimensions({
  group_count_without_dimensions: groupCount,
  byte_count_without_dimensions: byteCount,
  redacted_byte_count_without_dimensions: redactedByteCount,
}: RunRow): Pick<StoredRun, 'withoutDimensions'> {
  if (groupCount === null || byteCount === null || redactedByteCount === null) return {};
  return { withoutDimensions: { groupCount, byteCount, redactedByteCount } };
}

/** The last failed attempt, and the time of the next one. */
function failedTryOf(row: RunRow): Pick<ReportRunV1, 'last_failure' | 'next_try_at'> {
  const { last_failed_attempt: attempt, last_failure_code: code, last_failed_at: failedAt } = row;
  if (attempt === null || code === null || failedAt === null) return {};
  const next = nextAttemptAt({ state: row.state, attempt: row.attempt, failedAt });
  return {
    last_failure: { attempt, code, detail: FAILED_ATTEMPT_TEXT[code], failed_at: failedAt.toISOString() },
    ...(next && { next_try_at: next.toISOString() }),
  };
}

/** The clock change within the window; absent if this process does not know the time zone. */
function clockChangeOf({ window_from: from, window_to: to, ...row }: RunRow): Pick<ReportRunV1, 'clock_change'> {
  const zone = row.calendar_window?.timezone ?? row.display_tz;
  const change = isTimeZone(zone) ? clockChange({ from, to }, zone, zoneOffsetMs) : undefined;
  return change === undefined ? {} : { clock_change: change };
}

function runFromRow(row: RunRow): ReportRunV1 {
  return {
    run_id: row.run_id,
    report_id: row.report_id,
    organization_id: row.organization_id,
    workspace_id: row.workspace_id,
    initiator: row.initiator,
    idempotency_key: row.idempotency_key,
    state: row.state,
    failure_code: row.failure_code,
    failure_detail: row.failure_detail,
    question: row.question,
    view_revision: row.view_revision.toString(),
    window: { from: row.window_from.toISOString(), to: row.window_to.toISOString() },
    ...(row.calendar_window && { calendar_window: row.calendar_window }),
    ...clockChangeOf(row),
    display_tz: row.display_tz,
    authority_epoch: Number(row.authority_epoch),
    attempt: row.attempt,
    ...failedTryOf(row),
    coverage: row.coverage,
    truncated: row.truncated,
    artifact_digest: row.artifact_digest,
    group_count: row.group_count,
    byte_count: row.byte_count,
    created_at: row.created_at.toISOString(),
    ...(row.started_at && { started_at: row.started_at.toISOString() }),
    ...(row.finished_at && { finished_at: row.finished_at.toISOString() }),
    ...(row.expires_at && { expires_at: row.expires_at.toISOString() }),
  };
}
