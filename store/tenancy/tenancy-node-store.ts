import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { violatesForeignKey } from '../postgres/database-fault.ts';
import { newId } from '../postgres/new-id.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The kinds of nodes of the tenancy tree, from its root down, and the subjects. */
export const NODE_KINDS = ['organization', 'workspace', 'application', 'gateway', 'environment', 'subject'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** The table of one kind of node. The identifiers are constants and never contain input. */
interface NodeTable {
  readonly table: string;
  readonly id: string;
  readonly parent?: { readonly kind: NodeKind; readonly id: string };
}

const NODE_TABLES: Record<NodeKind, NodeTable> = {
  organization: { table: 'organizations', id: 'organization_id' },
  workspace: {
    table: 'workspaces',
    id: 'workspace_id',
    parent: { kind: 'organization', id: 'organization_id' },
  },
  application: {
    table: 'applications',
    id: 'application_id',
    parent: { kind: 'workspace', id: 'workspace_id' },
  },
  gateway: {
    table: 'gateways',
    id: 'gateway_id',
    parent: { kind: 'application', id: 'application_id' },
  },
  environment: {
    table: 'environments',
    id: 'environment_id',
    parent: { kind: 'gateway', id: 'gateway_id' },
  },
  subject: {
    table: 'subjects',
    id: 'subject_id',
    parent: { kind: 'organization', id: 'organization_id' },
  },
};

/** The parent kind of nodes of `kind`; undefined for organizations. */
export function parentKind(kind: NodeKind): NodeKind | undefined {
  return NODE_TABLES[kind].parent?.kind;
}

export interface TenancyNode {
  readonly id: string;
  readonly name: string;
  /** The id of the parent; undefined for organizations. */
  readonly parentId: string | undefined;
  readonly createdAt: Date;
}

export interface TenancyNodeStore {
  /** @throws Refusal `not_found` if the parent does not exist */
  create(kind: NodeKind, node: { name: string; parentId: string | undefined }): Promise<TenancyNode>;
  /** The nodes of a kind, newest first. With `parentId`, only those below this parent. */
  list(kind: NodeKind, parentId: string | undefined): Promise<TenancyNode[]>;
}

/** Creates the store of the tenancy tree for operators. */
export function createTenancyNodeStore(pool: pg.Pool, clock: Clock): TenancyNodeStore {
  return {
    async create(kind, { name, parentId }) {
      const node = { id: newId(kind), name, parentId, createdAt: clock.now() };
      await insertNode(pool, kind, node);
      return node;
    },

    async list(kind, parentId) {
      const { table, id, parent } = NODE_TABLES[kind];
      const { rows } = await pool.query<NodeRow>(
        `SELECT ${id} AS id, name, ${parent?.id ?? 'NULL'} AS parent_id, created_at FROM ${table}
         WHERE $1::text IS NULL OR ${parent?.id ?? 'NULL'} = $1 ORDER BY created_at DESC, ${id} DESC`,
        [parentId ?? null],
      );
      return rows.map(nodeFromRow);
    },
  };
}

/** Inserts a node on the given connection; an existing node is left unchanged. */
export async function insertNode(client: Queryable, kind: NodeKind, node: TenancyNode): Promise<void> {
  const { table, id, parent } = NODE_TABLES[kind];
  try {
    await client.query(
      parent === undefined
        ? `INSERT INTO ${table} (${id}, name, created_at) VALUES ($1, $2, $3) ON CONFLICT (${id}) DO NOTHING`
        : `INSERT INTO ${table} (${id}, name, created_at, ${parent.id}) VALUES ($1, $2, $3, $4)
           ON CONFLICT (${id}) DO NOTHING`,
      [node.id, node.name, node.createdAt, ...(parent === undefined ? [] : [node.parentId])],
    );
  } catch (error) {
    if (violatesForeignKey(error))
      throw new Refusal('not_found', `There is no ${parent?.kind ?? kind} ${String(node.parentId)}. Check the id.`);
    throw error;
  }
}

interface NodeRow {
  id: string;
  name: string;
  parent_id: string | null;
  created_at: Date;
}

function nodeFromRow(row: NodeRow): TenancyNode {
  return { id: row.id, name: row.name, parentId: row.parent_id ?? undefined, createdAt: row.created_at };
}
