import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction } from '../postgres/pool.ts';
import type {
  BatchBlock,
  BatchInPlanning,
  BatchPlan,
  LoadedBatch,
  PlannedBatch,
  SourceTotals,
  SourceWorkspace,
} from './planning/batch-plan.ts';
import { MAX_GAPS } from './planning/insert-gaps.ts';
import { planBatch, type QuarantineBounds } from './planning/plan-batch.ts';
import { batchFromRow, reachColumns, PLANNED_LINES, type BatchRow } from './planning/planned-batch-row.ts';
import { MAX_QUARANTINED_BYTES } from './planning/quarantine-shares.ts';

/** The planned batches, the record that makes loading exactly-once. */
export interface IngestBatchStore {
  /**
   * The batches of the source to load next, in order: those that are planned but not loaded, and share one token. They
   * are inserted and marked together. There is at most one batch, except when facts are loaded again.
   */
  planned(sourceId: string): Promise<PlannedBatch[]>;
  /**
   * Commits the next batch of a source, with all quarantined lines and all disclosed gaps. `decideWhileLocked` decides
   * on each line while no other process plans, so that it can depend on all earlier plans. Undefined, with nothing
   * written, if the holder no longer has the source or the source has moved on.
   *
   * @throws Refusal `dependency_unavailable` while fact tables are being emptied, while an unloaded batch is
   *   `MAX_BATCHES_AHEAD` batches behind, or while a batch with traffic of the same workspaces has identities that are
   *   not stored yet
   */
  plan(
    holder: string,
    block: BatchBlock,
    decideWhileLocked: (batch: BatchInPlanning) => Promise<BatchPlan>,
  ): Promise<PlannedBatch | undefined>;
  /**
   * Marks batches of one token as loaded and moves the watermarks. It has no effect if they were marked before, or were
   * unloaded after their insertion, because they then have another token.
   */
  markLoaded(loaded: readonly LoadedBatch[]): Promise<void>;
  /** The batches of all sources that are planned but not loaded. */
  unloaded(): Promise<bigint[]>;
  workspacesOf(sourceId: string): Promise<SourceWorkspace[]>;
  totals(sourceId: string): Promise<SourceTotals>;
}

const BOUNDS: QuarantineBounds = { maxBytes: MAX_QUARANTINED_BYTES, maxGaps: MAX_GAPS };

export function createIngestBatchStore(pool: pg.Pool, clock: Clock, bounds = BOUNDS): IngestBatchStore {
  return {
    async planned(sourceId) {
      const { rows } = await pool.query<BatchRow>(
        `SELECT batch_id, source_id, first_offset, last_offset, first_seq, line_count, counted, token, reload,
           ${PLANNED_LINES}, replaced, folded,
           ARRAY(SELECT line_index FROM ingest_quarantine AS line WHERE line.batch_id = batch.batch_id
                 UNION ALL SELECT generate_series(lower(run), upper(run) - 1) FROM unnest(batch.unkept) AS run)
             AS quarantined
         FROM ingest_batches AS batch WHERE source_id = $1 AND loaded_at IS NULL AND token = (
           SELECT token FROM ingest_batches
           WHERE source_id = $1 AND loaded_at IS NULL ORDER BY first_offset LIMIT 1)
         ORDER BY first_offset`,
        [sourceId],
      );
      return rows.map(batchFromRow);
    },

    plan: (holder, block, decideWhileLocked) =>
      inTransaction(pool, (client) => planBatch(client, clock.now(), { holder, block, decideWhileLocked, bounds })),

    async markLoaded(loaded) {
      const batchIds = loaded.map(({ batch }) => batch.batchId);
      await inTransaction(pool, async (client) => {
        const now = clock.now();
        const marked = await client.query(
          `UPDATE ingest_batches SET loaded_at = $3, reload = false, identified = true
           WHERE batch_id = ANY($1) AND token = $2 AND loaded_at IS NULL`,
          [batchIds, loaded[0]?.batch.token, now],
        );
        if (marked.rowCount === batchIds.length) await raiseIndexed(client, loaded, now);
      });
    },

    async unloaded() {
      const { rows } = await pool.query<{ batch_id: bigint }>(
        'SELECT batch_id FROM ingest_batches WHERE loaded_at IS NULL ORDER BY batch_id',
      );
      return rows.map((row) => row.batch_id);
    },

    async workspacesOf(sourceId) {
      const { rows } = await pool.query<{ organization_id: string; workspace_id: string; newest_event_at: Date }>(
        'SELECT organization_id, workspace_id, newest_event_at FROM ingest_source_workspaces WHERE source_id = $1',
        [sourceId],
      );
      return rows.map((row) => ({
        organizationId: row.organization_id,
        workspaceId: row.workspace_id,
        newestMs: row.newest_event_at.getTime(),
      }));
    },

    async totals(sourceId) {
      const events = await pool.query<{ name: string; count: bigint }>(
        `SELECT name, sum(count::bigint)::bigint AS count
         FROM ingest_batches, jsonb_each_text(event_counts) AS counted (name, count)
         WHERE source_id = $1 GROUP BY name ORDER BY name`,
        [sourceId],
      );
      const again = await pool.query<{ lines: number }>(
        `SELECT coalesce(sum(upper(run) - lower(run)), 0)::int AS lines
         FROM ingest_batches, unnest(repeated) AS run WHERE source_id = $1`,
        [sourceId],
      );
      const lines = await pool.query<{ offset: bigint; reason: string; detail: string; total: bigint }>(
        `SELECT first_offset + line_index AS offset, reason, detail, count(*) OVER () AS total
         FROM ingest_quarantine JOIN ingest_batches USING (batch_id)
         WHERE source_id = $1 ORDER BY first_offset, line_index LIMIT 5`,
        [sourceId],
      );
      const unkept = await pool.query<{ lines: number }>(
        `SELECT coalesce(sum(upper(run) - lower(run)), 0)::int AS lines
         FROM ingest_batches, unnest(unkept) AS run WHERE source_id = $1`,
        [sourceId],
      );
      return {
        events: Object.fromEntries(events.rows.map((row) => [row.name, Number(row.count)])),
        repeated: again.rows[0]?.lines ?? 0,
        quarantined: Number(lines.rows[0]?.total ?? 0) + (unkept.rows[0]?.lines ?? 0),
        firstQuarantined: lines.rows.map(({ offset, reason, detail }) => ({ offset, reason, detail })),
      };
    },
  };
}

/**
 * Raises the watermarks. Facts that are loaded again were indexed before: their time stays, and a pin gives the same
 * answer as before.
 */
async function raiseIndexed(client: pg.PoolClient, loaded: readonly LoadedBatch[], now: Date): Promise<void> {
  const again = loaded.some(({ batch }) => batch.reload);
  await client.query(
    `INSERT INTO ingest_watermarks AS mark
       (organization_id, workspace_id, producer_class, produced_through, indexed_through, last_indexed_at)
     SELECT organization_id, workspace_id, producer_class, seq, seq, $5::timestamptz
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS part (organization_id, workspace_id, producer_class, seq)
     ON CONFLICT (organization_id, workspace_id, producer_class)
     DO UPDATE SET indexed_through = greatest(mark.indexed_through, excluded.indexed_through),
                   last_indexed_at = CASE WHEN $6 AND mark.indexed_through >= excluded.indexed_through
                     THEN mark.last_indexed_at ELSE greatest(mark.last_indexed_at, excluded.last_indexed_at) END`,
    [...reachColumns(loaded), now, again],
  );
}
