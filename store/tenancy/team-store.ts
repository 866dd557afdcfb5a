import type pg from 'pg';
import type { TeamV1 } from '../../contracts/tenancy/team.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { conflict, notFound } from '../../domain/kernel/errors.ts';
import { MAX_TEAMS } from '../../domain/tenancy/identity-limits.ts';
import { newId } from '../postgres/new-id.ts';
import type { PageKey } from '../postgres/page-key.ts';
import { inTransaction } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** A team that is not stored yet. */
export interface NewTeam {
  readonly workspaceId: string;
  readonly name: string;
  /** The subject that creates it. */
  readonly createdBy: string;
}

/** The teams of workspaces. A team is never removed. */
export interface TeamStore {
  /** @throws Refusal `not_found` if the workspace does not exist, `conflict` if it has the maximum of teams */
  create(team: NewTeam): Promise<TeamV1>;
  /** The teams of a workspace, newest first, at most `limit`. */
  list(page: { workspaceId: string; limit: number; after: PageKey | undefined }): Promise<TeamV1[]>;
  /** The given ids, reduced to teams of the workspace. */
  findExisting(workspaceId: string, teamIds: readonly string[]): Promise<Set<string>>;
}

interface TeamRow {
  team_id: string;
  organization_id: string;
  workspace_id: string;
  name: string;
  created_by: string;
  created_at: Date;
}

export function createTeamStore(pool: pg.Pool, clock: Clock): TeamStore {
  return {
    create: (team) => inTransaction(pool, (client) => insertTeam(client, team, clock.now())),

    async list({ workspaceId, limit, after }) {
      const { rows } = await pool.query<TeamRow>(
        `SELECT t.team_id, w.organization_id, t.workspace_id, t.name, t.created_by, t.created_at
         FROM teams t JOIN workspaces w USING (workspace_id)
         WHERE t.workspace_id = $1 AND (t.created_at, t.team_id) < ($2, $3)
         ORDER BY t.created_at DESC, t.team_id DESC LIMIT $4`,
        [workspaceId, after?.createdAt ?? 'infinity', after?.id ?? '', limit],
      );
      return rows.map(teamFromRow);
    },

    async findExisting(workspaceId, teamIds) {
      const { rows } = await pool.query<{ team_id: string }>(
        'SELECT team_id FROM teams WHERE workspace_id = $1 AND team_id = ANY($2)',
        [workspaceId, teamIds],
      );
      return new Set(rows.map((row) => row.team_id));
    },
  };
}

async function insertTeam(
  client: pg.PoolClient,
  { workspaceId, name, createdBy }: NewTeam,
  now: Date,
): Promise<TeamV1> {
  // The lock orders concurrent creations, so that together they do not exceed the maximum.
  const locked = await client.query<{ organization_id: string }>(
    'SELECT organization_id FROM workspaces WHERE workspace_id = $1 FOR NO KEY UPDATE',
    [workspaceId],
  );
  const workspace = locked.rows[0];
  if (workspace === undefined) throw notFound();
  const counted = await client.query<{ teams: number }>(
    'SELECT count(*)::int AS teams FROM teams WHERE workspace_id = $1',
    [workspaceId],
  );
  if (requireRow(counted.rows).teams >= MAX_TEAMS)
    throw conflict(
      'limit_reached',
      `This workspace already has ${MAX_TEAMS} teams, which is the maximum. Use one of them.`,
    );
  const teamId = newId('team');
  await client.query(
    'INSERT INTO teams (team_id, workspace_id, name, created_by, created_at) VALUES ($1, $2, $3, $4, $5)',
    [teamId, workspaceId, name, createdBy, now],
  );
  const { organization_id } = workspace;
  return teamFromRow({
    team_id: teamId,
    organization_id,
    workspace_id: workspaceId,
    name,
    created_by: createdBy,
    created_at: now,
  });
}

function teamFromRow(row: TeamRow): TeamV1 {
  return { ...row, created_at: row.created_at.toISOString() };
}
