import type pg from 'pg';
import type { RunState } from '../../domain/reports/report-run.ts';

/** The input of a run's workflow: ids and names, but no question, answer or amount of money. */
export interface RunStart {
  readonly runId: string;
  readonly state: RunState;
  readonly attempt: number;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly reportId: string;
  readonly reportName: string;
  readonly savedViewId: string;
  /** The revision as a decimal string. */
  readonly viewRevision: string;
  readonly windowFrom: Date;
  readonly windowTo: Date;
}

export interface RunStartStore {
  /** The input of a run; undefined if there is no such run. */
  find(runId: string): Promise<RunStart | undefined>;
}

/** Creates the store of the facts that the relay needs before it starts the workflow of a run. */
export function createRunStartStore(pool: pg.Pool): RunStartStore {
  return {
    async find(runId) {
      const { rows } = await pool.query<RunStart>(
        `SELECT n.run_id AS "runId", n.state, n.attempt, n.organization_id AS "organizationId",
           n.workspace_id AS "workspaceId", n.report_id AS "reportId", r.name AS "reportName",
           r.saved_view_id AS "savedViewId", n.view_revision::text AS "viewRevision",
           n.window_from AS "windowFrom", n.window_to AS "windowTo"
         FROM report_runs n JOIN reports r USING (report_id) WHERE n.run_id = $1`,
        [runId],
      );
      return rows[0];
    },
  };
}
