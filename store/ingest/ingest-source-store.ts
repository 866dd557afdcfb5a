import type pg from 'pg';
import type { KnownFile } from '../../journal/files/find-known-beginning.ts';
import type { Clock } from '../../domain/kernel/clock.ts';

export interface SourceIdentity {
  /** The id: `journal:<segment>`, `stream:<name>:<creation time>`, `file:<sha256>` or `outbox:control_plane`. */
  readonly id: string;
  readonly kind: 'journal' | 'file' | 'outbox';
  /** The location to read: an absolute path, the URL of a stream, or the table of the outbox. */
  readonly location: string;
}

export interface LeasedSource {
  /** The offset before which everything is planned. */
  readonly nextOffset: bigint;
  /** The mark of the last line before `nextOffset`, see LineBlock; undefined if the source has no marks. */
  readonly readMark?: string | undefined;
  /** True for a file that is planned to its end. */
  readonly finished: boolean;
}

/**
 * Milliseconds for which an indexer may be silent before another one takes over. Leases are renewed between inserts,
 * and one insert takes far less. The time is short enough for a restart after a crash. A slower indexer does no harm,
 * because it repeats the same tokens.
 */
const LEASE_MS = 20_000;

/**
 * The SQL that finds sources with an unloaded batch, one after the other through the index, because there may be a
 * million batches.
 */
const UNLOADED = `unloaded AS (
  (SELECT source_id FROM ingest_batches WHERE loaded_at IS NULL ORDER BY source_id LIMIT 1)
  UNION ALL
  SELECT (SELECT batch.source_id FROM ingest_batches AS batch
          WHERE batch.loaded_at IS NULL AND batch.source_id > unloaded.source_id ORDER BY batch.source_id LIMIT 1)
  FROM unloaded WHERE unloaded.source_id IS NOT NULL)`;

/** The sources of events, each with one indexer at a time. */
export interface IngestSourceStore {
  /**
   * Takes or renews the lease of a source. A new source is recorded. Undefined while another indexer holds the lease.
   */
  lease(source: SourceIdentity, holder: string): Promise<LeasedSource | undefined>;
  /**
   * Records a file of `bytes` bytes, unless it is known. The lines before `firstOffset` were imported with another
   * file.
   */
  register(file: SourceIdentity, content: { bytes: number; firstOffset: bigint }): Promise<void>;
  /** The files of at most `bytes` bytes with planned lines, largest first. */
  filesUpTo(bytes: number): Promise<KnownFile[]>;
  /** Extends a lease that is still held. Returns false if another indexer has taken over. */
  renew(sourceId: string, holder: string): Promise<boolean>;
  release(sourceId: string, holder: string): Promise<void>;
  /** Releases all sources of the holder. */
  releaseAll(holder: string): Promise<void>;
  /** Records that a file is planned to its end. */
  finish(sourceId: string, holder: string): Promise<void>;
  /**
   * The sources without a holder that have a planned batch that is not loaded. Such a batch holds back the fence of all
   * readers.
   */
  unfinished(): Promise<SourceIdentity[]>;
  /** The ids of all sources with a planned batch that is not loaded. */
  unloadedIds(): Promise<string[]>;
}

export function createIngestSourceStore(pool: pg.Pool, clock: Clock): IngestSourceStore {
  const leaseUntil = (): Date => new Date(clock.now().getTime() + LEASE_MS);
  return {
    async lease(source, holder) {
      const now = clock.now();
      await pool.query(
        `INSERT INTO ingest_sources (source_id, kind, location, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (source_id) DO NOTHING`,
        [source.id, source.kind, source.location, now],
      );
      const { rows } = await pool.query<{ next_offset: bigint; read_mark: string | null; finished: boolean }>(
        `UPDATE ingest_sources SET lease_holder = $2, lease_until = $3, location = $4
         WHERE source_id = $1 AND (lease_holder IS NULL OR lease_holder = $2 OR lease_until <= $5)
         RETURNING next_offset, read_mark, finished_at IS NOT NULL AS finished`,
        [source.id, holder, leaseUntil(), source.location, now],
      );
      return rows.map((row) => ({
        nextOffset: row.next_offset,
        readMark: row.read_mark ?? undefined,
        finished: row.finished,
      }))[0];
    },

    async register(file, { bytes, firstOffset }) {
      await pool.query(
        `INSERT INTO ingest_sources (source_id, kind, location, content_bytes, next_offset, created_at)
         VALUES ($1, 'file', $2, $3, $4, $5) ON CONFLICT (source_id) DO NOTHING`,
        [file.id, file.location, bytes, firstOffset, clock.now()],
      );
    },

    async filesUpTo(bytes) {
      const { rows } = await pool.query<{ id: string; bytes: bigint; lines: bigint; finished: boolean }>(
        `SELECT source_id AS id, content_bytes AS bytes, next_offset AS lines, finished_at IS NOT NULL AS finished
         FROM ingest_sources WHERE kind = 'file' AND content_bytes <= $1 AND next_offset > 0
         ORDER BY content_bytes DESC, next_offset DESC`,
        [bytes],
      );
      return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
    },

    async renew(sourceId, holder) {
      const { rowCount } = await pool.query(
        'UPDATE ingest_sources SET lease_until = $3 WHERE source_id = $1 AND lease_holder = $2',
        [sourceId, holder, leaseUntil()],
      );
      return rowCount === 1;
    },

    async release(sourceId, holder) {
      await pool.query(
        'UPDATE ingest_sources SET lease_holder = NULL, lease_until = NULL WHERE source_id = $1 AND lease_holder = $2',
        [sourceId, holder],
      );
    },

    async releaseAll(holder) {
      await pool.query('UPDATE ingest_sources SET lease_holder = NULL, lease_until = NULL WHERE lease_holder = $1', [
        holder,
      ]);
    },

    async finish(sourceId, holder) {
      await pool.query(
        'UPDATE ingest_sources SET finished_at = $3 WHERE source_id = $1 AND lease_holder = $2 AND finished_at IS NULL',
        [sourceId, holder, clock.now()],
      );
    },

    async unfinished() {
      const { rows } = await pool.query<SourceIdentity>(
        `WITH RECURSIVE ${UNLOADED}
         SELECT source_id AS id, kind, location FROM unloaded JOIN ingest_sources USING (source_id)
         WHERE lease_until IS NULL OR lease_until <= $1 ORDER BY source_id`,
        [clock.now()],
      );
      return rows;
    },

    async unloadedIds() {
      const { rows } = await pool.query<{ source_id: string }>(
        `WITH RECURSIVE ${UNLOADED} SELECT source_id FROM unloaded WHERE source_id IS NOT NULL`,
      );
      return rows.map((row) => row.source_id);
    },
  };
}
