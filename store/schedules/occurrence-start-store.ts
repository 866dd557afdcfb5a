import type pg from 'pg';
import type { OccurrenceState } from '../../domain/schedules/report-occurrence.ts';

/** The input of an occurrence's workflow: ids, names and times, but no question, answer or recipient. */
export interface OccurrenceStart {
  readonly occurrenceId: string;
  readonly state: OccurrenceState;
  /** The number of transient failures of the occurrence's own steps so far. */
  readonly attempt: number;
  readonly scheduleId: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly scheduledFor: Date;
  readonly skippedCount: number;
}

export interface OccurrenceStartStore {
  /** The input of an occurrence; undefined if there is no such occurrence. */
  find(occurrenceId: string): Promise<OccurrenceStart | undefined>;
}

/** Creates the store of the facts that the relay needs before it shows an occurrence. */
export function createOccurrenceStartStore(pool: pg.Pool): OccurrenceStartStore {
  return {
    async find(occurrenceId) {
      const { rows } = await pool.query<OccurrenceStart>(
        `SELECT o.occurrence_id AS "occurrenceId", o.state, o.attempt, o.schedule_id AS "scheduleId",
           o.report_id AS "reportId", s.report_name AS "reportName", o.organization_id AS "organizationId",
           o.workspace_id AS "workspaceId", o.scheduled_for AS "scheduledFor", o.skipped_count AS "skippedCount"
         FROM report_occurrences o JOIN report_schedules s USING (schedule_id) WHERE o.occurrence_id = $1`,
        [occurrenceId],
      );
      return rows[0];
    },
  };
}
