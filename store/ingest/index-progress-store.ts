import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The fault of a source that the indexer failed to read. */
export interface IndexFault {
  readonly source: string;
  readonly message: string;
  readonly since: Date;
  /** The oldest batch that is planned and not loaded, if there is one. */
  readonly batchId: bigint | undefined;
}

/** The progress of the index, the same for every caller. */
export interface IndexState {
  /** The time since which traffic may wait to be read or loaded; undefined if no indexer ever began. */
  readonly waitingSince: Date | undefined;
  /** The oldest first. */
  readonly faults: readonly IndexFault[];
}

export interface IndexProgressStore {
  /** Counts what is not read from now on as waiting, unless an indexer began before. */
  begin(): Promise<void>;
  /** The same, said by a process that expects an indexer: one of a version that records no progress may be alive. */
  expectIndexer(): Promise<void>;
  /** Records that everything which had come in by an instant is read and loaded. */
  advance(completeThrough: Date): Promise<void>;
  /** Records that a source failed, and why. */
  recordFault(source: string, message: string): Promise<void>;
  /** Removes faults that did not happen again within a minute. */
  removePastFaults(): Promise<void>;
  state(): Promise<IndexState>;
}

/** The indexer tries what failed again within seconds. */
const PAST_MS = 60_000;
const MAX_CHARACTERS = 1_000;
/** Faults that are read at once: an operator mends the oldest first. */
const MAX_FAULTS = 20;

/** Binds the progress of the index to the database. */
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
      // What a clock that ran ahead has written is no progress.
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
