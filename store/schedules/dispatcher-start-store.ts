import type pg from 'pg';

/** What the start of a workspace's dispatcher tells Temporal: ids and names. */
export interface DispatcherStart {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
}

export interface DispatcherStartStore {
  /** Undefined when there is no such workspace. */
  find(workspaceId: string): Promise<DispatcherStart | undefined>;
}

/** What the relay needs to know of a workspace before it starts its dispatcher. */
export function createDispatcherStartStore(pool: pg.Pool): DispatcherStartStore {
  return {
    async find(workspaceId) {
      const { rows } = await pool.query<DispatcherStart>(
        `SELECT o.organization_id AS "organizationId", o.name AS "organizationName", w.workspace_id AS "workspaceId",
           w.name AS "workspaceName"
         FROM workspaces w JOIN organizations o USING (organization_id) WHERE w.workspace_id = $1`,
        [workspaceId],
      );
      return rows[0];
    },
  };
}
