import type pg from 'pg';
import { STOPPED_CONDITION } from './stopped-schedule.ts';

/** The input of a workspace's dispatcher: ids and names. */
export interface DispatcherStart {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** True if the workspace has anything to plan, execute or show; otherwise its dispatcher need not start. */
  readonly isNeeded: boolean;
}

export interface DispatcherStartStore {
  /** The input of a dispatcher; undefined if there is no such workspace. */
  find(workspaceId: string): Promise<DispatcherStart | undefined>;
}

/** Creates the store of the facts that the relay needs before it starts a workspace's dispatcher. */
export function createDispatcherStartStore(pool: pg.Pool): DispatcherStartStore {
  return {
    async find(workspaceId) {
      const { rows } = await pool.query<DispatcherStart>(
        `SELECT o.organization_id AS "organizationId", o.name AS "organizationName", w.workspace_id AS "workspaceId",
           w.name AS "workspaceName",
           EXISTS (SELECT FROM report_schedules s WHERE s.workspace_id = w.workspace_id AND next_run_at IS NOT NULL)
             OR EXISTS (
               SELECT FROM report_schedules h
               WHERE h.workspace_id = w.workspace_id AND ${STOPPED_CONDITION} AND h.pause_reason <> 'report_deleted')
             OR EXISTS (
               SELECT FROM report_occurrences c
               WHERE c.workspace_id = w.workspace_id AND c.state IN ('claimed', 'running', 'cancelling')) AS "isNeeded"
         FROM workspaces w JOIN organizations o USING (organization_id) WHERE w.workspace_id = $1`,
        [workspaceId],
      );
      return rows[0];
    },
  };
}
