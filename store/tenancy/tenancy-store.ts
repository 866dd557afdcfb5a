import type pg from 'pg';
import type { Action } from '../../domain/tenancy/actions.ts';
import type { Binding, Caller, EnvironmentLeaf, ScopeBlock, WorkspaceTree } from '../../domain/tenancy/scope.ts';

export interface TenancyStore {
  /** The subject with all its current permissions; undefined if there is no such subject. */
  loadCaller(subjectId: string): Promise<Caller | undefined>;
  /** The workspace with all its environments, ordered by id; undefined if there is no such workspace. */
  loadTree(workspaceId: string): Promise<WorkspaceTree | undefined>;
  /** The given subjects, reduced to current members of the organization. */
  organizationMembers(organizationId: string, subjectIds: readonly string[]): Promise<Set<string>>;
}

/** Creates the store of the tenancy tree for authentication and access on every request. */
export function createTenancyStore(pool: pg.Pool): TenancyStore {
  return {
    // One statement, so that the epoch and the bindings belong to the same moment.
    async loadCaller(subjectId) {
      const { rows } = await pool.query<CallerRow>(
        `SELECT s.subject_id, s.organization_id AS home, s.authority_epoch,
                b.actions, b.organization_id, b.workspace_id, b.application_id, b.gateway_id, b.environment_id
         FROM subjects s LEFT JOIN access_bindings b USING (subject_id)
         WHERE s.subject_id = $1 ORDER BY b.binding_id`,
        [subjectId],
      );
      return callerFromRows(rows);
    },

    async loadTree(workspaceId) {
      const { rows } = await pool.query<TreeRow>(
        `SELECT w.organization_id, w.workspace_id, l.application_id, l.gateway_id, l.environment_id
         FROM workspaces w
         LEFT JOIN (
           SELECT a.workspace_id, a.application_id, g.gateway_id, e.environment_id
           FROM applications a
           JOIN gateways g ON g.application_id = a.application_id
           JOIN environments e ON e.gateway_id = g.gateway_id
         ) l USING (workspace_id)
         WHERE w.workspace_id = $1 ORDER BY l.environment_id COLLATE "C"`,
        [workspaceId],
      );
      return treeFromRows(rows);
    },

    async organizationMembers(organizationId, subjectIds) {
      const { rows } = await pool.query<{ subject_id: string }>(
        'SELECT subject_id FROM subjects WHERE organization_id = $1 AND subject_id = ANY($2)',
        [organizationId, subjectIds],
      );
      return new Set(rows.map((row) => row.subject_id));
    },
  };
}

/** The columns of a block of scope in the table of bindings. */
export interface BlockRow {
  organization_id: string;
  workspace_id: string | null;
  application_id: string | null;
  gateway_id: string | null;
  environment_id: string | null;
}

export function blockFromRow(row: BlockRow): ScopeBlock {
  return {
    organizationId: row.organization_id,
    ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
    ...(row.application_id !== null && { applicationId: row.application_id }),
    ...(row.gateway_id !== null && { gatewayId: row.gateway_id }),
    ...(row.environment_id !== null && { environmentId: row.environment_id }),
  };
}

/** A row with a subject and one of its bindings, if any. */
interface CallerRow extends Omit<BlockRow, 'organization_id'> {
  subject_id: string;
  home: string;
  authority_epoch: bigint;
  actions: Action[] | null;
  organization_id: string | null;
}

function callerFromRows(rows: readonly CallerRow[]): Caller | undefined {
  const first = rows[0];
  if (first === undefined) return undefined;
  return {
    subjectId: first.subject_id,
    organizationId: first.home,
    authorityEpoch: first.authority_epoch.toString(),
    bindings: rows.flatMap(bindingsOf),
  };
}

function bindingsOf(row: CallerRow): Binding[] {
  const { actions, organization_id } = row;
  if (actions === null || organization_id === null) return [];
  return [{ actions, block: blockFromRow({ ...row, organization_id }) }];
}

/** A row with a workspace and one of its environments, if any. */
interface TreeRow {
  organization_id: string;
  workspace_id: string;
  application_id: string | null;
  gateway_id: string | null;
  environment_id: string | null;
}

function treeFromRows(rows: readonly TreeRow[]): WorkspaceTree | undefined {
  const first = rows[0];
  if (first === undefined) return undefined;
  return {
    organizationId: first.organization_id,
    workspaceId: first.workspace_id,
    environments: rows.flatMap(leavesOf),
  };
}

function leavesOf({ application_id, gateway_id, environment_id }: TreeRow): EnvironmentLeaf[] {
  if (application_id === null || gateway_id === null || environment_id === null) return [];
  return [{ applicationId: application_id, gatewayId: gateway_id, environmentId: environment_id }];
}
