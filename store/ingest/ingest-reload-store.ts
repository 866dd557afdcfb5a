import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The remaining work of a reload. */
export interface ReloadState {
  /**
   * The time since which reads of facts are refused, because their tables are being emptied or the emptying was
   * interrupted.
   */
  readonly emptyingSince: Date | undefined;
  /** The number of batches and lines that were unloaded and are not loaded again yet. */
  readonly batches: bigint;
  readonly lines: bigint;
}

/** A source, and the range of its planned batches. */
export interface PlannedSource {
  readonly id: string;
  readonly kind: 'journal' | 'file' | 'outbox';
  readonly location: string;
  /**
   * The start of a half-open range, in the unit of the source. It is the start of the first batch that would be loaded
   * again.
   */
  readonly plannedFrom: bigint;
  readonly plannedTo: bigint;
}

/** The planned content of a batch. */
export interface BatchContent {
  readonly batchId: bigint;
  readonly sourceId: string;
  readonly firstSeq: bigint;
  readonly lineCount: number;
  /** The number of valid events by name. */
  readonly eventCounts: Readonly<Record<string, number>>;
  /**
   * The number of admissions that are not loaded because their request's end arrived first, of endings that also count
   * their request, and of endings that a cancellation replaced.
   */
  readonly late: number;
  readonly opening: number;
  readonly replaced: number;
  readonly isLoaded: boolean;
  /** The part of its source's traffic that has expired, and may already be deleted. */
  readonly expired: 'nothing' | 'some' | 'everything';
}

/** Marks batches as not loaded, so that the indexer loads them again from their sources. */
export interface IngestReloadStore {
  state(): Promise<ReloadState>;
  /** Refuses all reads until `unloadAll`. A repetition keeps the first instant. */
  beginEmptying(): Promise<void>;
  /**
   * Marks every batch as not loaded whose events may still be read; reads then wait for these batches. Arrival
   * sequences stay. An indexer may have cut two batches a second, so consecutive batches of a source are loaded
   * together from now on, under a new token. Call it while nothing loads, with empty tables.
   */
  unloadAll(): Promise<void>;
  /** The sources with a batch that would be unloaded, in the order of their ids. */
  sources(): Promise<PlannedSource[]>;
  /** The absolute paths of journal segments whose lines up to `readTo` bytes are loaded and have all expired. */
  expiredSegments(): Promise<{ path: string; readTo: bigint }[]>;
  /** The planned batches after one, in order, at most `limit`. */
  batchesAfter(batchId: bigint, limit: number): Promise<BatchContent[]>;
  /** The workspaces with expired facts. */
  expiring(): Promise<string[]>;
}

/** The maximum number of lines that one insert combines, as for a batch of new lines. */
const LINES_AT_ONCE = 50_000;
const BYTES_AT_ONCE = 32 * 1024 * 1024;

/** The SQL condition that a workspace still stores traffic from a source. */
const KEEPS_ANY = `EXISTS (
  SELECT FROM ingest_source_workspaces AS served JOIN workspaces USING (workspace_id)
  WHERE served.source_id = source.source_id AND (keeps_from IS NULL OR newest_event_at >= keeps_from))`;

/**
 * The SQL condition that a batch has expired: all its events are older than its workspaces store. Batches of older
 * versions do not record their newest event.
 */
const HAS_EXPIRED = `coalesce(newest_event_at < (
  SELECT min(coalesce(keeps_from, '-infinity'))
  FROM jsonb_object_keys(own_before) AS own (workspace_id) JOIN workspaces USING (workspace_id)), false)`;

/** The SQL condition that none of the lines of a batch need to be loaded again. */
const BRINGS_NOTHING = `(event_counts = '{}' AND repeated = '{}' OR ${HAS_EXPIRED})`;

const UNLOAD_ALL = `
WITH taken AS (
  SELECT batch_id, source_id,
    div(sum(line_count) OVER in_order, ${LINES_AT_ONCE}) AS by_lines,
    CASE kind WHEN 'journal' THEN div(sum(last_offset - first_offset) OVER in_order, ${BYTES_AT_ONCE}) ELSE 0 END
      AS by_bytes
  FROM ingest_batches AS batch JOIN ingest_sources AS source USING (source_id)
  WHERE ${KEEPS_ANY} AND NOT ${HAS_EXPIRED}
  WINDOW in_order AS (PARTITION BY source_id ORDER BY first_offset)
), loads AS MATERIALIZED (
  SELECT source_id, by_lines, by_bytes, gen_random_uuid() AS token FROM taken GROUP BY source_id, by_lines, by_bytes
)
UPDATE ingest_batches AS batch SET loaded_at = NULL, reload = true, identified = false, token = loads.token
FROM taken JOIN loads USING (source_id, by_lines, by_bytes) WHERE batch.batch_id = taken.batch_id`;

export function createIngestReloadStore(pool: pg.Pool, clock: Clock): IngestReloadStore {
  return {
    async state() {
      const { rows } = await pool.query<{ emptying_since: Date | null; batches: bigint; lines: bigint }>(
        `SELECT emptying_since, batches, lines FROM ingest_arrival,
           (SELECT count(*) AS batches, coalesce(sum(line_count), 0)::bigint AS lines
            FROM ingest_batches WHERE loaded_at IS NULL AND reload) AS unloaded`,
      );
      const { emptying_since: emptyingSince, batches, lines } = requireRow(rows);
      return { emptyingSince: emptyingSince ?? undefined, batches, lines };
    },

    async beginEmptying() {
      await pool.query('UPDATE ingest_arrival SET emptying_since = coalesce(emptying_since, $1)', [clock.now()]);
    },

    async unloadAll() {
      await inTransaction(pool, async (client) => {
        await client.query(UNLOAD_ALL);
        await client.query('UPDATE ingest_arrival SET emptying_since = NULL');
      });
    },

    async sources() {
      const { rows } = await pool.query<PlannedSource>(
        `SELECT source_id AS id, kind, location,
           planned.from AS "plannedFrom", planned.to AS "plannedTo"
         FROM ingest_sources AS source
         JOIN (SELECT source_id, max(last_offset) AS to,
                 coalesce(min(first_offset) FILTER (WHERE NOT ${BRINGS_NOTHING}), max(last_offset)) AS from
               FROM ingest_batches AS batch GROUP BY source_id) AS planned USING (source_id)
         WHERE ${KEEPS_ANY} ORDER BY source_id`,
      );
      return rows;
    },

    async expiredSegments() {
      const { rows } = await pool.query<{ path: string; readTo: bigint }>(
        `SELECT location AS path, next_offset AS "readTo" FROM ingest_sources AS source
         WHERE kind = 'journal' AND NOT ${KEEPS_ANY}
           AND EXISTS (SELECT FROM ingest_source_workspaces AS served WHERE served.source_id = source.source_id)
           AND NOT EXISTS (SELECT FROM ingest_batches AS batch
                           WHERE batch.source_id = source.source_id AND batch.loaded_at IS NULL)
         ORDER BY location`,
      );
      return rows;
    },

    async batchesAfter(batchId, limit) {
      const { rows } = await pool.query<BatchContent>(
        `WITH page AS (SELECT * FROM ingest_batches WHERE batch_id > $1 ORDER BY batch_id LIMIT $2),
         source AS (
           SELECT source_id, CASE WHEN NOT ${KEEPS_ANY} THEN 'everything' WHEN EXISTS (
             SELECT FROM ingest_source_workspaces AS served JOIN workspaces USING (workspace_id)
             WHERE served.source_id = source.source_id AND keeps_from IS NOT NULL) THEN 'some' ELSE 'nothing' END AS expired
           FROM (SELECT DISTINCT source_id FROM page) AS source)
         SELECT batch_id AS "batchId", source_id AS "sourceId", first_seq AS "firstSeq", line_count AS "lineCount",
           event_counts AS "eventCounts",
           (SELECT coalesce(sum(upper(run) - lower(run)), 0)::int FROM unnest(late) AS run) AS late,
           (SELECT coalesce(sum(upper(run) - lower(run)), 0)::int FROM unnest(opening) AS run) AS opening,
           jsonb_array_length(replaced) AS replaced, loaded_at IS NOT NULL AS "isLoaded", expired
         FROM page JOIN source USING (source_id) ORDER BY batch_id`,
        [batchId, limit],
      );
      return rows;
    },

    async expiring() {
      const { rows } = await pool.query<{ workspace_id: string }>(
        'SELECT workspace_id FROM workspaces WHERE keeps_from IS NOT NULL ORDER BY workspace_id',
      );
      return rows.map((row) => row.workspace_id);
    },
  };
}
