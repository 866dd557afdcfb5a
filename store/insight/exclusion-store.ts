import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { newId } from '../postgres/new-id.ts';
import { inTransaction } from '../postgres/pool.ts';

/** An exclusion: the traffic below a node that no read counts, within a half-open window of complete UTC hours. */
export interface RecordedExclusion {
  readonly exclusionId: string;
  readonly workspaceId: string;
  /** The workspace itself, or an application, gateway or environment in it. */
  readonly nodeId: string;
  readonly from: Date;
  readonly to: Date;
  /** The reason as its author wrote it. */
  readonly reason: string;
  readonly createdAt: Date;
}

/**
 * The store of exclusions. Every change increments the workspace's exclusion generation in the same transaction, so
 * that no earlier pin stays valid.
 */
export interface ExclusionStore {
  /** @throws Refusal `not_found` if the node does not exist */
  add(exclusion: { nodeId: string; from: Date; to: Date; reason: string }): Promise<RecordedExclusion>;
  /**
   * Removes an exclusion, so that its traffic counts again.
   * @throws Refusal `not_found` if there is no such exclusion
   */
  remove(exclusionId: string): Promise<void>;
  /** The exclusions of a workspace, newest first. */
  list(workspaceId: string): Promise<RecordedExclusion[]>;
  /** One page of the exclusions of a workspace, newest first. */
  listPage(page: {
    readonly workspaceId: string;
    /** The last exclusion of the previous page. */
    readonly after: Pick<RecordedExclusion, 'createdAt' | 'exclusionId'> | undefined;
    readonly limit: number;
  }): Promise<RecordedExclusion[]>;
}

export function createExclusionStore(pool: pg.Pool, clock: Clock): ExclusionStore {
  return {
    add: ({ nodeId, from, to, reason }) =>
      inTransaction(pool, async (client) => {
        const exclusionId = newId('exclusion');
        const { rows } = await client.query<ExclusionRow>(
          `INSERT INTO exclusions
             (exclusion_id, organization_id, workspace_id, node_id, excluded_from, excluded_to, reason, created_at)
           SELECT DISTINCT $1, organization_id, workspace_id, $2, $3::timestamptz, $4::timestamptz, $5, $6::timestamptz
           FROM workspaces LEFT JOIN applications USING (workspace_id) LEFT JOIN gateways USING (application_id)
             LEFT JOIN environments USING (gateway_id)
           WHERE $2 IN (workspace_id, application_id, gateway_id, environment_id)
           RETURNING ${COLUMNS}`,
          [exclusionId, nodeId, from, to, reason, clock.now()],
        );
        const row = rows[0];
        if (row === undefined) {
          const detail = `There is no workspace, application, gateway or environment ${nodeId}. Check the id.`;
          throw new Refusal('not_found', detail);
        }
        await moveGeneration(client, row.workspace_id);
        return exclusionFromRow(row);
      }),

    remove: (exclusionId) =>
      inTransaction(pool, async (client) => {
        const { rows } = await client.query<{ workspace_id: string }>(
          'DELETE FROM exclusions WHERE exclusion_id = $1 RETURNING workspace_id',
          [exclusionId],
        );
        const row = rows[0];
        if (row === undefined) throw new Refusal('not_found', `There is no exclusion ${exclusionId}. Check the id.`);
        await moveGeneration(client, row.workspace_id);
      }),

    async list(workspaceId) {
      const { rows } = await pool.query<ExclusionRow>(
        `SELECT ${COLUMNS} FROM exclusions WHERE workspace_id = $1 ORDER BY created_at DESC, exclusion_id DESC`,
        [workspaceId],
      );
      return rows.map(exclusionFromRow);
    },

    async listPage({ workspaceId, after, limit }) {
      const { rows } = await pool.query<ExclusionRow>(
        `SELECT ${COLUMNS} FROM exclusions
         WHERE workspace_id = $1 AND ($2::timestamptz IS NULL OR (created_at, exclusion_id) < ($2, $3))
         ORDER BY created_at DESC, exclusion_id DESC LIMIT $4`,
        [workspaceId, after?.createdAt ?? null, after?.exclusionId ?? null, limit],
      );
      return rows.map(exclusionFromRow);
    },
  };
}

async function moveGeneration(client: pg.PoolClient, workspaceId: string): Promise<void> {
  await client.query('UPDATE workspaces SET exclusion_generation = exclusion_generation + 1 WHERE workspace_id = $1', [
    workspaceId,
  ]);
}

const COLUMNS = 'exclusion_id, workspace_id, node_id, excluded_from, excluded_to, reason, created_at';

interface ExclusionRow {
  exclusion_id: string;
  workspace_id: string;
  node_id: string;
  excluded_from: Date;
  excluded_to: Date;
  reason: string;
  created_at: Date;
}

function exclusionFromRow(row: ExclusionRow): RecordedExclusion {
  return {
    exclusionId: row.exclusion_id,
    workspaceId: row.workspace_id,
    nodeId: row.node_id,
    from: row.excluded_from,
    to: row.excluded_to,
    reason: row.reason,
    createdAt: row.created_at,
  };
}
