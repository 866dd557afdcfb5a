import type { Pool } from 'pg';
import type { IngestSnapshot, IngestState } from '../analytics/insight/ingest-state.ts';
import { PRODUCER_CLASSES, type ProducerClass } from '../domain/insight-sets.ts';

/** One statement, so that fence, watermarks and gaps belong to one moment. */
const READ = `
WITH fence AS (
  SELECT coalesce(
    (SELECT min(first_seq) - 1 FROM ingest_batches WHERE loaded_at IS NULL),
    (SELECT last_seq FROM ingest_arrival)
  ) AS seq
)
SELECT
  (SELECT seq FROM fence)::text AS fence,
  (SELECT coalesce(json_agg(json_build_object(
      'producer_class', producer_class,
      'produced_through', produced_through::text,
      'indexed_through', least(indexed_through, (SELECT seq FROM fence))::text,
      'last_indexed_at', last_indexed_at)), '[]')
    FROM ingest_watermarks WHERE organization_id = $1 AND workspace_id = $2) AS watermarks,
  (SELECT coalesce(json_agg(json_build_object(
      'producer_class', producer_class, 'from', gap_from, 'to', gap_to) ORDER BY gap_from, gap_to), '[]')
    FROM ingest_gaps
    WHERE organization_id = $1 AND workspace_id = $2 AND gap_from < $4 AND gap_to > $3) AS gaps`;

interface StateRow {
  fence: string;
  watermarks: {
    producer_class: ProducerClass;
    produced_through: string;
    indexed_through: string;
    last_indexed_at: string | null;
  }[];
  gaps: { producer_class: ProducerClass; from: string; to: string }[];
}

/** Nothing re-projects, expires or excludes facts yet, so every generation is the first. */
const GENERATIONS = { projection: 1, retention: 1, exclusion: 1 } as const;

/**
 * What insight reads pin themselves to. `indexed_through` never exceeds the fence, because what lies above it is not
 * part of any answer yet.
 */
export function createIngestStateStore(pool: Pool): IngestState {
  return {
    async read({ organizationId, workspaceId, from, to }): Promise<IngestSnapshot> {
      const result = await pool.query<StateRow>(READ, [organizationId, workspaceId, from, to]);
      const row = result.rows[0];
      return {
        fence: BigInt(row?.fence ?? 0),
        watermarks: PRODUCER_CLASSES.map((producer) =>
          watermarkOf(
            producer,
            row?.watermarks.find((one) => one.producer_class === producer),
          ),
        ),
        gaps: (row?.gaps ?? []).map((gap) => ({
          producerClass: gap.producer_class,
          from: new Date(gap.from),
          to: new Date(gap.to),
        })),
        generations: GENERATIONS,
      };
    },
  };
}

/** A producer of which nothing was ever indexed has two zeros and no time: its freshness is unmeasured. */
function watermarkOf(
  producer: ProducerClass,
  row: StateRow['watermarks'][number] | undefined,
): IngestSnapshot['watermarks'][number] {
  return {
    producer_class: producer,
    produced_through: BigInt(row?.produced_through ?? 0),
    indexed_through: BigInt(row?.indexed_through ?? 0),
    ...(typeof row?.last_indexed_at === 'string' && { last_indexed_at: new Date(row.last_indexed_at) }),
  };
}
