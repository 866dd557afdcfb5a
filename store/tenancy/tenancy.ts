import type pg from 'pg';
import type { Action } from '../../domain/tenancy/actions.ts';
import type { Binding, Caller, EnvironmentLeaf, ScopeBlock, WorkspaceTree } from '../../domain/tenancy/scope.ts';

export interface TenancyStore {
  /** The subject with everything it may do now; undefined when there is no such subject. */
  loadCaller(subjectId: string): Promise<Caller | undefined>;
  /** The workspace with all its leaves, ordered by environment id; undefined when there is no such workspace. */
  loadTree(workspaceId: string): Promise<WorkspaceTree | undefined>;
  /** Those of the given subjects that are members of the organization now. */
  organizationMembers(organizationId: string, subjectIds: readonly string[]): Promise<Set<string>>;
}

/** What authentication and access ask of the tenancy tree on every request. */
export function createTenancyStore(pool: pg.Pool): TenancyStore {
  return {
    // One statement, so that the epoch and the bindings are of one moment.
    async loadCaller(subjectId) {
      const { rows } = await pool.query<CallerRow>(
        `select s.subject_id, s.organization_id as home, s.authority_epoch,
                b.actions, b.organization_id, b.workspace_id, b.application_id, b.gateway_id, b.environment_id
         from subjects s left join access_bindings b using (subject_id)
         where s.subject_id = $1 order by b.binding_id`,
        [subjectId],
      );
      return callerFromRows(rows);
    },

    async loadTree(workspaceId) {
      const { rows } = await pool.query<TreeRow>(
        `select w.organization_id, w.workspace_id, l.application_id, l.gateway_id, l.environment_id
         from workspaces w
         left join (
           select a.workspace_id, a.application_id, g.gateway_id, e.environment_id
           from applications a
           join gateways g on g.application_id = a.application_id
           join environments e on e.gateway_id = g.gateway_id
         ) l using (workspace_id)
         where w.workspace_id = $1 order by l.environment_id collate "C"`,
        [workspaceId],
      );
      return treeFromRows(rows);
    },

    async organizationMembers(organizationId, subjectIds) {
      const { rows } = await pool.query<{ subject_id: string }>(
        'select subject_id from subjects where organization_id = $1 and subject_id = any($2)',
        [organizationId, subjectIds],
      );
      return new Set(rows.map((row) => row.subject_id));
    },
  };
}

/** The columns of a block of scope, as bindings hold them. */
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

/** A subject, and one of its bindings where it has any. */
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

/** A workspace, and one of its leaves where it has any. */
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
