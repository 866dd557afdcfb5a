import type pg from 'pg';
import type { ReportOccurrenceV1 } from '../../contracts/schedules/report-occurrence.ts';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';
import type { PageKey } from '../postgres/page-key.ts';

export interface ReportOccurrenceStore {
  /** The occurrence; undefined if it does not exist. */
  findOccurrence(occurrenceId: string): Promise<ReportOccurrenceV1 | undefined>;
  /**
   * The occurrences of a schedule, newest instant first, at most `limit`. The `createdAt` of a page key is
   * `scheduled_for`.
   */
  listOccurrences(input: {
    scheduleId: string;
    limit: number;
    after: PageKey | undefined;
  }): Promise<ReportOccurrenceV1[]>;
}

interface OccurrenceRow {
  occurrence_id: string;
  schedule_id: string;
  report_id: string;
  schedule_revision: bigint;
  view_revision: bigint;
  scheduled_for: Date;
  window_from: Date | null;
  window_to: Date | null;
  state: OccurrenceState;
  run_id: string;
  failure_code: string;
  failure_detail: string;
  skipped_count: number;
  skipped_from: Date | null;
  skipped_to: Date | null;
  delivered_count: number;
  suppressed_count: number;
  attempt: number;
  created_at: Date;
  finished_at: Date | null;
}

const COLUMNS = `occurrence_id, schedule_id, report_id, schedule_revision, view_revision, scheduled_for, window_from,
  window_to, state, run_id, failure_code, failure_detail, skipped_count, skipped_from, skipped_to, delivered_count,
  suppressed_count, attempt, created_at, finished_at`;

/** Creates the store of the history of schedules, which is read-only. */
export function createReportOccurrenceStore(pool: pg.Pool): ReportOccurrenceStore {
  return {
    async findOccurrence(occurrenceId) {
      const { rows } = await pool.query<OccurrenceRow>(
        `SELECT ${COLUMNS} FROM report_occurrences WHERE occurrence_id = $1`,
        [occurrenceId],
      );
      return rows.map(occurrenceFromRow)[0];
    },

    async listOccurrences({ scheduleId, limit, after }) {
      const { rows } = await pool.query<OccurrenceRow>(
        `SELECT ${COLUMNS} FROM report_occurrences
         WHERE schedule_id = $1 AND (scheduled_for, occurrence_id) < ($2, $3)
         ORDER BY scheduled_for DESC, occurrence_id DESC LIMIT $4`,
        [scheduleId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(occurrenceFromRow);
    },
  };
}

function occurrenceFromRow(row: OccurrenceRow): ReportOccurrenceV1 {
  return {
    occurrence_id: row.occurrence_id,
    schedule_id: row.schedule_id,
    report_id: row.report_id,
    schedule_revision: row.schedule_revision.toString(),
    view_revision: row.view_revision.toString(),
    scheduled_for: row.scheduled_for.toISOString(),
    ...(row.window_from &&
      row.window_to && { window: { from: row.window_from.toISOString(), to: row.window_to.toISOString() } }),
    state: row.state,
    run_id: row.run_id,
    ...outcomeOf(row),
    skipped_count: row.skipped_count,
    ...(row.skipped_from && { skipped_from: row.skipped_from.toISOString() }),
    ...(row.skipped_to && { skipped_to: row.skipped_to.toISOString() }),
    delivered_count: row.delivered_count,
    suppressed_count: row.suppressed_count,
    attempt: row.attempt,
    created_at: row.created_at.toISOString(),
    ...(row.finished_at && { finished_at: row.finished_at.toISOString() }),
  };
}

/**
 * The failure of an occurrence. The row states who requested a cancellation from its start, but the document only after
 * its end.
 */
function outcomeOf(row: OccurrenceRow): Pick<ReportOccurrenceV1, 'failure_code' | 'failure_detail'> {
  const isOver = row.finished_at !== null;
  return { failure_code: isOver ? row.failure_code : '', failure_detail: isOver ? row.failure_detail : '' };
}
