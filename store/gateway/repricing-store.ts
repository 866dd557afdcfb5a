import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The position up to which a price table was applied to unpriced effects. */
export interface RepricingPosition {
  /** The arrival sequence up to which the effects of all workspaces were queried. */
  readonly all: bigint;
  /** The positions of workspaces that are further than `all`. */
  readonly further: ReadonlyMap<string, bigint>;
}

/** The positions up to which price tables were applied to unpriced effects. The positions of a table never go back. */
export interface RepricingStore {
  /** The arrival sequence up to which everything is loaded; 0 while facts are being reloaded from the beginning. */
  loadedThrough(): Promise<bigint>;
  /** @param revision the revision of the price table */
  position(revision: string): Promise<RepricingPosition>;
  /** Records that a table was applied to the effects of one workspace. */
  mark(revision: string, workspaceId: string, through: bigint): Promise<void>;
  /**
   * Records that a table was applied to the effects of all workspaces. Forgets tables that were not used for 30 days.
   */
  markAll(revision: string, through: bigint): Promise<void>;
}

const EVERY_WORKSPACE = '';
const FORGOTTEN_AFTER_MS = 30 * 86_400_000;

const MARK = `INSERT INTO repricing_positions (revision, workspace_id, through_seq, looked_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (revision, workspace_id) DO UPDATE
  SET through_seq = greatest(repricing_positions.through_seq, excluded.through_seq), looked_at = excluded.looked_at`;

export function createRepricingStore(pool: pg.Pool, clock: Clock): RepricingStore {
  return {
    async loadedThrough() {
      const { rows } = await pool.query<{ through: bigint }>(
        `SELECT CASE WHEN emptying_since IS NULL
           THEN least(last_seq, (SELECT min(first_seq) - 1 FROM ingest_batches WHERE loaded_at IS NULL)) ELSE 0 END AS through
         FROM ingest_arrival`,
      );
      return requireRow(rows).through;
    },

    async position(revision) {
      const { rows } = await pool.query<{ workspaceId: string; through: bigint }>(
        'SELECT workspace_id AS "workspaceId", through_seq AS through FROM repricing_positions WHERE revision = $1',
        [revision],
      );
      const further = new Map(rows.map(({ workspaceId, through }) => [workspaceId, through]));
      return { all: further.get(EVERY_WORKSPACE) ?? 0n, further };
    },

    async mark(revision, workspaceId, through) {
      await pool.query(MARK, [revision, workspaceId, through, clock.now()]);
    },

    async markAll(revision, through) {
      const now = clock.now();
      await pool.query(MARK, [revision, EVERY_WORKSPACE, through, now]);
      await pool.query(
        `DELETE FROM repricing_positions
         WHERE (revision = $1 AND workspace_id <> '' AND through_seq <= $2) OR looked_at < $3`,
        [revision, through, new Date(now.getTime() - FORGOTTEN_AFTER_MS)],
      );
    },
  };
}
