import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The fault of a source that the indexer failed to read. */
export interface IndexFault {
  readonly source: string;
  readonly message: string;
  readonly since: Date;
  /** The oldest batch that is planned but not loaded, if there is one. */
  readonly batchId: bigint | undefined;
}

/** The progress of the index, the same for every caller. */
export interface IndexState {
  /** The time since which traffic may wait to be read or loaded; undefined if no indexer ever began. */
  readonly waitingSince: Date | undefined;
  /** The current faults, oldest first. */
  readonly faults: readonly IndexFault[];
}

export interface IndexProgressStore {
  /**
   * Starts to record progress: traffic that is not read from now on counts as waiting. It changes nothing if an indexer
   * began before.
   */
  begin(): Promise<void>;
  /**
   * Starts to record progress for a process that expects an indexer, unless the heartbeat of an indexer is stored: that
   * indexer may be of a version that records no progress.
   */
  expectIndexer(): Promise<void>;
  /** Records that everything that had arrived by an instant is read and loaded. */
  advance(completeThrough: Date): Promise<void>;
  /** Records that a source failed, and why. */
  recordFault(source: string, message: string): Promise<void>;
  /** Removes faults that did not happen again within a minute. */
  removePastFaults(): Promise<void>;
  state(): Promise<IndexState>;
}

/** Milliseconds after which a fault counts as past: the indexer retries within seconds. */
const PAST_MS = 60_000;
const MAX_CHARACTERS = 1_000;
/** The maximum number of faults that are read: an operator fixes the oldest first. */
const MAX_FAULTS = 20;

export function createIndexProgressStore(pool: pg.Pool, clock: Clock): IndexProgressStore {
  return {
    async begin() {
      await pool.query('INSERT INTO index_progress (complete_through) VALUES ($1) ON CONFLICT DO NOTHING', [
        clock.now(),
      ]);
    },

    async expectIndexer() {
      await pool.query(
        `INSERT INTO index_progress (complete_through)
         SELECT $1::timestamptz WHERE NOT EXISTS (SELECT FROM component_heartbeats WHERE component = 'indexer')
         ON CONFLICT DO NOTHING`,
        [clock.now()],
      );
    },

    async advance(completeThrough) {
      // A stored time in the future comes from a clock that ran ahead, and is replaced.
      await pool.query(
        `UPDATE index_progress SET complete_through =
           CASE WHEN complete_through > $2 THEN $1 ELSE greatest(complete_through, $1) END`,
        [completeThrough, clock.now()],
      );
    },

    async recordFault(source, message) {
      await pool.query(
        `INSERT INTO index_faults AS fault (source, message, since, last_at) VALUES ($1, $2, $3, $3)
         ON CONFLICT (source) DO UPDATE SET message = excluded.message, last_at = excluded.last_at`,
        [source, message.slice(0, MAX_CHARACTERS).replaceAll('\u0000', '\ufffd'), clock.now()],
      );
    },

    async removePastFaults() {
      await pool.query('DELETE FROM index_faults WHERE last_at < $1', [new Date(clock.now().getTime() - PAST_MS)]);
    },

    async state() {
      const { rows } = await pool.query<{ waiting_since: Date | null }>(
        `SELECT least(
           (SELECT complete_through FROM index_progress),
           (SELECT min(planned_at) FROM ingest_batches WHERE loaded_at IS NULL)) AS waiting_since`,
      );
      const faults = await pool.query<{ source: string; message: string; since: Date; batch_id: bigint | null }>(
        `SELECT source, message, since,
           (SELECT min(batch_id) FROM ingest_batches WHERE source_id = source AND loaded_at IS NULL) AS batch_id
         FROM index_faults ORDER BY since, source LIMIT $1`,
        [MAX_FAULTS],
      );
      return {
        waitingSince: requireRow(rows).waiting_since ?? undefined,
        faults: faults.rows.map(({ batch_id: batchId, ...fault }) => ({ ...fault, batchId: batchId ?? undefined })),
      };
    },
  };
}
