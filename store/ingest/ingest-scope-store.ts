import type pg from 'pg';
import type { LeafChain } from '../../domain/tenancy/scope.ts';
import { findErasedUsers, type ErasedUsers, type ErasureQuestion } from './erasure/find-erased-users.ts';

/** The tenants that are known, by which events of unknown tenants are recognized, and the data that they deleted. */
export interface IngestScopeStore {
  /** The given environments that exist, each with its chain. */
  leaves(environmentIds: readonly string[]): Promise<LeafChain[]>;
  /** The given workspaces that exist, each with its organization. */
  workspaces(workspaceIds: readonly string[]): Promise<{ organizationId: string; workspaceId: string }[]>;
  /** The retention horizons of workspaces that have one, in Unix milliseconds. */
  horizons(): Promise<ReadonlyMap<string, number>>;
  /** The users that are erased from events of these workspaces at or after an instant. */
  erasedUsers(among: ErasureQuestion): Promise<ErasedUsers>;
}

export function createIngestScopeStore(pool: pg.Pool): IngestScopeStore {
  return {
    async leaves(environmentIds) {
      const { rows } = await pool.query<LeafChain>(
        `SELECT workspace.organization_id AS "organizationId", workspace_id AS "workspaceId",
                application_id AS "applicationId", gateway_id AS "gatewayId", environment_id AS "environmentId"
         FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
           JOIN workspaces AS workspace USING (workspace_id)
         WHERE environment_id = ANY($1)`,
        [environmentIds],
      );
      return rows;
    },

    async workspaces(workspaceIds) {
      const { rows } = await pool.query<{ organizationId: string; workspaceId: string }>(
        `SELECT organization_id AS "organizationId", workspace_id AS "workspaceId"
         FROM workspaces WHERE workspace_id = ANY($1)`,
        [workspaceIds],
      );
      return rows;
    },

    async horizons() {
      const { rows } = await pool.query<{ workspace_id: string; keeps_from: Date }>(
        'SELECT workspace_id, keeps_from FROM workspaces WHERE keeps_from IS NOT NULL',
      );
      return new Map(rows.map((row) => [row.workspace_id, row.keeps_from.getTime()]));
    },

    erasedUsers: (among) => findErasedUsers(pool, among),
  };
}
