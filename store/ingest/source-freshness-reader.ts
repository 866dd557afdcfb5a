import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import type { ProducerClass } from '../../domain/insight/insight-sets.ts';
import { requireRow } from '../postgres/require-row.ts';
import type { SourceIdentity } from './ingest-source-store.ts';

/** The progress of the indexer in one source of traffic. */
export interface SourceFreshness {
  readonly sourceId: string;
  readonly kind: SourceIdentity['kind'];
  /** The offset before which everything is planned. */
  readonly nextOffset: bigint;
  /** True if an indexer holds the source now. */
  readonly isHeld: boolean;
  /** The time of the last plan; undefined before the first. */
  readonly lastPlannedAt: Date | undefined;
  /** The time of the oldest plan that is not loaded; undefined if all plans are loaded. */
  readonly waitingSince: Date | undefined;
  /** The time since which the indexer fails to read or load the source; undefined if it does not fail. */
  readonly failingSince: Date | undefined;
}

/** The last time at which facts of a producer became visible, in any workspace; undefined before the first. */
export interface ProducerFreshness {
  readonly producerClass: ProducerClass;
  readonly lastIndexedAt: Date | undefined;
}

/** The freshness of traffic by source and by producer, for the people who run the installation. */
export interface SourceFreshnessReader {
  /** The sources that an indexer holds, that wait or that fail; those that wait the longest come first. */
  sources(limit: number): Promise<SourceFreshness[]>;
  /** The producers with traffic. */
  producers(): Promise<ProducerFreshness[]>;
  /** The number of coverage gaps that are not closed, in all workspaces. */
  countOpenGaps(): Promise<number>;
}

interface SourceRow {
  source_id: string;
  kind: SourceFreshness['kind'];
  next_offset: bigint;
  held: boolean;
  last_planned_at: Date | null;
  waiting_since: Date | null;
  failing_since: Date | null;
}

// The batches of a source are found by its indexes, one row each, because there may be a million batches.
const SOURCES = `
  SELECT source.source_id, kind, next_offset, coalesce(lease_until > $1, false) AS held,
    last.planned_at AS last_planned_at, waiting.planned_at AS waiting_since, fault.since AS failing_since
  FROM ingest_sources AS source
    LEFT JOIN LATERAL (
      SELECT planned_at FROM ingest_batches AS batch WHERE batch.source_id = source.source_id
      ORDER BY first_offset DESC LIMIT 1) AS last ON true
    LEFT JOIN LATERAL (
      SELECT planned_at FROM ingest_batches AS batch WHERE batch.source_id = source.source_id AND loaded_at IS NULL
      ORDER BY first_offset LIMIT 1) AS waiting ON true
    LEFT JOIN index_faults AS fault ON fault.source = source.source_id
  WHERE lease_until > $1 OR waiting.planned_at IS NOT NULL OR fault.since IS NOT NULL
  ORDER BY waiting.planned_at NULLS LAST, source.source_id LIMIT $2`;

export function createSourceFreshnessReader(pool: pg.Pool, clock: Clock): SourceFreshnessReader {
  return {
    async sources(limit) {
      const { rows } = await pool.query<SourceRow>(SOURCES, [clock.now(), limit]);
      return rows.map((row) => ({
        sourceId: row.source_id,
        kind: row.kind,
        nextOffset: row.next_offset,
        isHeld: row.held,
        lastPlannedAt: row.last_planned_at ?? undefined,
        waitingSince: row.waiting_since ?? undefined,
        failingSince: row.failing_since ?? undefined,
      }));
    },

    async producers() {
      const { rows } = await pool.query<{ producer_class: ProducerClass; last_indexed_at: Date | null }>(
        `SELECT producer_class, max(last_indexed_at) AS last_indexed_at FROM ingest_watermarks
         GROUP BY producer_class ORDER BY producer_class`,
      );
      return rows.map((row) => ({
        producerClass: row.producer_class,
        lastIndexedAt: row.last_indexed_at ?? undefined,
      }));
    },

    async countOpenGaps() {
      const { rows } = await pool.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM ingest_gaps WHERE closed_seq IS NULL',
      );
      return requireRow(rows).count;
    },
  };
}
