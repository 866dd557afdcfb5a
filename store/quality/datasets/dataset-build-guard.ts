import type pg from 'pg';
import { notFound, Refusal } from '../../../domain/kernel/errors.ts';
import { inTransaction, type Queryable } from '../../postgres/pool.ts';

/** The name of the lock that an erasure holds alone, and that builds of datasets of the workspace share. */
const lockOf = (workspaceId: string): string => `dataset builds of ${workspaceId}`;

/**
 * Begins a build or an edit, before it reads any request. Returns the retention generation of the workspace, which
 * `requireNoErasure` needs.
 * @throws Refusal `conflict` while a user is being erased
 */
export async function beginDatasetBuild(pool: pg.Pool, workspaceId: string): Promise<bigint> {
  return readGeneration(pool, workspaceId);
}

/**
 * Checks, in the transaction that stores items, that nothing was erased since their build began. An erasure that begins
 * then waits for the commit, and finds the items.
 * @throws Refusal `conflict` if something was erased, or is being erased
 */
export async function requireNoErasure(client: Queryable, workspaceId: string, generation: bigint): Promise<void> {
  if ((await readGeneration(client, workspaceId)) === generation) return;
  const detail = 'Traffic of this workspace was erased while its requests were read. Send the request again.';
  throw new Refusal('conflict', detail);
}

/**
 * Runs an erasure while no process stores items of datasets of a workspace. Builds that have begun before are refused,
 * also if the erasure is interrupted.
 */
export async function withDatasetBuildsPaused<Result>(
  pool: pg.Pool,
  workspaceId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (client) => {
    // The transaction that holds the lock is idle during the work, which may take minutes.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf(workspaceId)]);
    // Committed at once, so that it is in force even if this process is killed.
    await pool.query('UPDATE workspaces SET retention_generation = retention_generation + 1 WHERE workspace_id = $1', [
      workspaceId,
    ]);
    return work();
  });
}

async function readGeneration(client: Queryable, workspaceId: string): Promise<bigint> {
  const { rows } = await client.query<{ generation: bigint; isFree: boolean }>(
    `SELECT retention_generation AS generation, pg_try_advisory_xact_lock_shared(hashtextextended($2, 0)) AS "isFree"
     FROM workspaces WHERE workspace_id = $1`,
    [workspaceId, lockOf(workspaceId)],
  );
  const workspace = rows[0];
  if (workspace === undefined) throw notFound(`There is no workspace ${workspaceId}. Check the id.`);
  if (workspace.isFree) return workspace.generation;
  const detail = 'A user of this workspace is being erased, which takes some minutes. Send the request again later.';
  throw new Refusal('conflict', detail);
}
