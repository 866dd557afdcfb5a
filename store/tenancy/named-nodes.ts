import type { Pool } from 'pg';
import type { ScopeBlock } from '../../domain/tenancy/scope.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { blockFromRow, type BlockRow } from './tenancy.ts';

/** The levels of the tree below an organization. */
export type NamedKind = 'workspace' | 'application' | 'gateway' | 'environment';

/** A node of the tree: where it lies, and what it is called. */
export interface NamedNode {
  readonly block: ScopeBlock;
  readonly name: string;
  readonly createdAt: Date;
}

export interface NamedNodeStore {
  /** What a subject and its organization are called; undefined when there is no such subject. */
  namesOf(subjectId: string): Promise<{ subject: string; organization: string } | undefined>;
  /** The nodes of a kind in an organization, or in one of its workspaces, newest first, at most `limit`. */
  listNodes(
    kind: NamedKind,
    within: { organizationId: string; workspaceId?: string },
    page: { limit: number; after: PageKey | undefined },
  ): Promise<NamedNode[]>;
}

/** Where the nodes of a kind are read from, all ids above them beside their own. Texts of our own, never input. */
const SOURCES: Readonly<Record<NamedKind, string>> = {
  workspace: `select workspace_id as id, organization_id, workspace_id, null as application_id, null as gateway_id,
      null as environment_id, name, created_at from workspaces`,
  application: `select application_id as id, organization_id, workspace_id, application_id, null as gateway_id,
      null as environment_id, a.name, a.created_at from applications a join workspaces using (workspace_id)`,
  gateway: `select gateway_id as id, organization_id, workspace_id, application_id, gateway_id, null as environment_id,
      g.name, g.created_at
    from gateways g join applications using (application_id) join workspaces using (workspace_id)`,
  environment: `select environment_id as id, organization_id, workspace_id, application_id, gateway_id, environment_id,
      e.name, e.created_at
    from environments e join gateways using (gateway_id) join applications using (application_id)
      join workspaces using (workspace_id)`,
};

interface NodeRow extends BlockRow {
  readonly name: string;
  readonly created_at: Date;
}

/** Binds the names of the tree to the database. */
export function createNamedNodeStore(pool: Pool): NamedNodeStore {
  return {
    async namesOf(subjectId) {
      const { rows } = await pool.query<{ subject: string; organization: string }>(
        `select s.name as subject, o.name as organization from subjects s join organizations o using (organization_id)
         where subject_id = $1`,
        [subjectId],
      );
      return rows[0];
    },

    async listNodes(kind, { organizationId, workspaceId }, { limit, after }) {
      const { rows } = await pool.query<NodeRow>(
        `select * from (${SOURCES[kind]}) n
         where organization_id = $1 and ($2::text is null or workspace_id = $2) and (created_at, id) < ($3, $4)
         order by created_at desc, id desc limit $5`,
        [organizationId, workspaceId ?? null, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map((row) => ({ block: blockFromRow(row), name: row.name, createdAt: row.created_at }));
    },
  };
}
