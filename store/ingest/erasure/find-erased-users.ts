import type pg from 'pg';
import { ERASED_USER_KEY, userDigest } from './user-digest.ts';

/** The users that are erased from workspaces. */
export interface ErasedUsers {
  /** True if no user is erased. */
  readonly isEmpty: boolean;
  /** True if no fact of the workspace at this instant, in Unix milliseconds, may have the user. */
  has(workspaceId: string, user: string, atMs: number): boolean;
}

/** The workspaces and the earliest instant of some events, in Unix milliseconds. */
export interface ErasureQuestion {
  readonly workspaceIds: readonly string[];
  readonly fromMs: number;
}

interface ErasedUserRow {
  workspace_id: string;
  user_digest: Buffer;
  erased_before: Date;
  secret: Buffer;
}

const NO_USERS: ErasedUsers = { isEmpty: true, has: () => false };

/** The users that are erased from events of these workspaces at or after an instant. */
export async function findErasedUsers(pool: pg.Pool, { workspaceIds, fromMs }: ErasureQuestion): Promise<ErasedUsers> {
  const { rows } = await pool.query<ErasedUserRow>(
    `SELECT workspace_id, user_digest, erased_before, secret
     FROM erased_users JOIN installation_secrets ON name = $3
     WHERE workspace_id = ANY($1) AND erased_before > $2`,
    [workspaceIds, new Date(fromMs), ERASED_USER_KEY],
  );
  const key = rows[0]?.secret;
  return key === undefined ? NO_USERS : erasedUsers(key, rows);
}

/** The erased users of one workspace. */
interface OfWorkspace {
  /** The latest instant before which any user is erased. */
  lastMs: number;
  readonly byDigest: Map<string, number>;
  /** The instants of users that were asked about, so that each user is digested once. */
  readonly byUser: Map<string, number>;
}

function erasedUsers(key: Buffer, rows: readonly ErasedUserRow[]): ErasedUsers {
  const workspaces = new Map<string, OfWorkspace>();
  for (const { workspace_id: workspaceId, user_digest: digest, erased_before: before } of rows) {
    const known: OfWorkspace = workspaces.get(workspaceId) ?? { lastMs: 0, byDigest: new Map(), byUser: new Map() };
    workspaces.set(workspaceId, known);
    known.byDigest.set(digest.toString('hex'), before.getTime());
    known.lastMs = Math.max(known.lastMs, before.getTime());
  }
  return {
    isEmpty: false,
    has(workspaceId, user, atMs) {
      const erased = workspaces.get(workspaceId);
      if (erased === undefined || atMs >= erased.lastMs) return false;
      const beforeMs =
        erased.byUser.get(user) ?? erased.byDigest.get(userDigest(key, workspaceId, user).toString('hex')) ?? -Infinity;
      erased.byUser.set(user, beforeMs);
      return atMs < beforeMs;
    },
  };
}
