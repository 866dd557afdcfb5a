import type pg from 'pg';
import type { ScopeBlock } from '../../domain/tenancy/scope.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { blockFromRow, type BlockRow } from './tenancy-store.ts';

/** The levels of the tree below an organization. */
export type NamedKind = 'workspace' | 'application' | 'gateway' | 'environment';

/** A node of the tree: its position and its name. */
export interface NamedNode {
  readonly block: ScopeBlock;
  readonly name: string;
  readonly createdAt: Date;
}

export interface NamedNodeStore {
  /** The names of a subject and its organization; undefined if there is no such subject. */
  namesOf(subjectId: string): Promise<{ subject: string; organization: string } | undefined>;
  /** The nodes of a kind in an organization, or in one of its workspaces, newest first, at most `limit`. */
  listNodes(
    kind: NamedKind,
    within: { organizationId: string; workspaceId?: string },
    page: { limit: number; after: PageKey | undefined },
  ): Promise<NamedNode[]>;
}

/** The SQL that reads each kind of node, with all ids above it. The texts are constants and never contain input. */
const SOURCES: Readonly<Record<NamedKind, string>> = {
  workspace: `SELECT workspace_id AS id, organization_id, workspace_id, NULL AS application_id, NULL AS gateway_id,
      NULL AS environment_id, name, created_at FROM workspaces`,
  application: `SELECT application_id AS id, organization_id, workspace_id, application_id, NULL AS gateway_id,
      NULL AS environment_id, a.name, a.created_at FROM applications a JOIN workspaces USING (workspace_id)`,
  gateway: `SELECT gateway_id AS id, organization_id, workspace_id, application_id, gateway_id, NULL AS environment_id,
      g.name, g.created_at
    FROM gateways g JOIN applications USING (application_id) JOIN workspaces USING (workspace_id)`,
  environment: `SELECT environment_id AS id, organization_id, workspace_id, application_id, gateway_id, environment_id,
      e.name, e.created_at
    FROM environments e JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
      JOIN workspaces USING (workspace_id)`,
};

interface NodeRow extends BlockRow {
  readonly name: string;
  readonly created_at: Date;
}

export function createNamedNodeStore(pool: pg.Pool): NamedNodeStore {
  return {
    async namesOf(subjectId) {
      const { rows } = await pool.query<{ subject: string; organization: string }>(
        `SELECT s.name AS subject, o.name AS organization FROM subjects s JOIN organizations o USING (organization_id)
         WHERE subject_id = $1`,
        [subjectId],
      );
      return rows[0];
    },

    async listNodes(kind, { organizationId, workspaceId }, { limit, after }) {
      const { rows } = await pool.query<NodeRow>(
        `SELECT organization_id, workspace_id, application_id, gateway_id, environment_id, name, created_at
         FROM (${SOURCES[kind]}) n
         WHERE organization_id = $1 AND ($2::text IS NULL OR workspace_id = $2) AND (created_at, id) < ($3, $4)
         ORDER BY created_at DESC, id DESC LIMIT $5`,
        [organizationId, workspaceId ?? null, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map((row) => ({ block: blockFromRow(row), name: row.name, createdAt: row.created_at }));
    },
  };
}
