import type pg from 'pg';
import { dimensionText } from '../../../contracts/ingest/dimensions/dimension-text.ts';
import { quotedTexts } from '../../../contracts/ingest/lines/quoted-texts.ts';
import type { Clock } from '../../../domain/kernel/clock.ts';
import type { ReplacedEnding } from '../planning/batch-plan.ts';

/** A user of a workspace, in events before a midnight UTC. */
export interface UserInEvents {
  readonly workspaceId: string;
  readonly user: string;
  readonly before: Date;
}

/** The store of erased users. It also removes a user from records of traffic that Postgres has. */
export interface ErasedUserStore {
  /**
   * Records that a user, by its digest, is erased from all events of a workspace before an instant: those that are
   * loaded later do not have it either. Of several instants, the latest counts.
   */
  record(erased: { readonly workspaceId: string; readonly digest: Buffer; readonly before: Date }): Promise<void>;
  /**
   * Removes a user from the replaced endings in plans of batches, and expires the read contexts of the workspace.
   * Nothing may load meanwhile.
   */
  removeFromPlans(of: UserInEvents): Promise<void>;
  /**
   * Deletes the stored text of each quarantined line that states the user, unless the line names another workspace. The
   * reason, the detail and the gap of the line stay. Returns the number of lines.
   */
  removeFromQuarantine(of: Pick<UserInEvents, 'workspaceId' | 'user'>): Promise<number>;
}

/** The number of batches or lines that are read together. */
const PAGE = 1_000;

/** The number of characters of a date, `2026-05-06`, with which an instant begins in every form of rows. */
const DATE = 10;

export function createErasedUserStore(pool: pg.Pool, clock: Clock): ErasedUserStore {
  return {
    async record({ workspaceId, digest, before }) {
      await pool.query(
        `INSERT INTO erased_users AS erased (workspace_id, user_digest, erased_before, recorded_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT (workspace_id, user_digest) DO UPDATE
         SET erased_before = greatest(erased.erased_before, excluded.erased_before),
           recorded_at = excluded.recorded_at`,
        [workspaceId, digest, before, clock.now()],
      );
    },

    async removeFromPlans(of) {
      let after: bigint | undefined = 0n;
      while (after !== undefined) after = await removeFromPage(pool, of, after);
      await pool.query(
        'UPDATE workspaces SET retention_generation = retention_generation + 1 WHERE workspace_id = $1',
        [of.workspaceId],
      );
    },

    async removeFromQuarantine(of) {
      let [removed, after] = [0, -1n];
      for (;;) {
        const { rows } = await pool.query<{ arrival_seq: bigint; line_start: string }>(
          `SELECT arrival_seq, line_start FROM ingest_quarantine
           WHERE arrival_seq > $1 AND line_start <> '' ORDER BY arrival_seq LIMIT ${PAGE}`,
          [after],
        );
        const last = rows.at(-1);
        if (last === undefined) return removed;
        after = last.arrival_seq;
        const stating = rows.filter((row) => statesUser(row.line_start, of)).map((row) => row.arrival_seq);
        await pool.query(`UPDATE ingest_quarantine SET line_start = '' WHERE arrival_seq = ANY($1::bigint[])`, [
          stating,
        ]);
        removed += stating.length;
      }
    },
  };
}

/** Removes a user from a page of plans. Returns the last batch of the page; undefined if the page has no batch. */
async function removeFromPage(pool: pg.Pool, of: UserInEvents, after: bigint): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ batch_id: bigint; replaced: ReplacedEnding[] }>(
    `SELECT batch_id, replaced FROM ingest_batches WHERE batch_id > $1
       AND replaced @> jsonb_build_array(jsonb_build_object('row', jsonb_build_object('workspace_id', $2::text)))
     ORDER BY batch_id LIMIT ${PAGE}`,
    [after, of.workspaceId],
  );
  for (const { batch_id: batchId, replaced } of rows) {
    const kept = replaced.map((ending) => withoutUserOfRow(ending, of));
    if (kept.every((ending, index) => ending === replaced[index])) continue;
    await pool.query('UPDATE ingest_batches SET replaced = $2 WHERE batch_id = $1', [batchId, JSON.stringify(kept)]);
  }
  return rows.at(-1)?.batch_id;
}

function withoutUserOfRow(ending: ReplacedEnding, { workspaceId, user, before }: UserInEvents): ReplacedEnding {
  const { row } = ending;
  const isBefore = String(row['admitted_at']).slice(0, DATE) < before.toISOString().slice(0, DATE);
  const isStated = row['workspace_id'] === workspaceId && row['user'] === user;
  return isStated && isBefore ? { ...ending, row: { ...row, user: '' } } : ending;
}

/** True if the stored beginning of a line states the user, or may state it where it is cut off. */
function statesUser(line: string, { workspaceId, user }: Pick<UserInEvents, 'workspaceId' | 'user'>): boolean {
  const { whole, cut } = quotedTexts(line);
  const isOfAnother = whole.has('workspace_id') && !whole.has(workspaceId);
  if (isOfAnother) return false;
  if ([...cut].some((start) => user.startsWith(start))) return true;
  return whole.has(user) || [...whole].some((text) => dimensionText(text) === user);
}
