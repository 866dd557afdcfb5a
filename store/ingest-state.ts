import type { Pool } from 'pg';
import type { IngestSnapshot, IngestState } from '../analytics/insight/ingest-state.ts';
import { DefectError } from '../domain/errors.ts';
import { PRODUCER_CLASSES, type ProducerClass } from '../domain/insight-sets.ts';

/**
 * One statement, so that everything belongs to one moment. A plan's gaps become visible together with its range of the
 * arrival counter, so every gap of a batch at or under `disclosed` is there for good. Gaps that begin in one UTC hour and
 * end in one are told as one: a producer that breaks a line a second makes 86,400 a day, and no part of an answer begins
 * or ends within an hour but at the window's own ends.
 */
const READ = `
WITH fence AS (
  SELECT coalesce(
    (SELECT min(first_seq) - 1 FROM ingest_batches WHERE loaded_at IS NULL),
    (SELECT last_seq FROM ingest_arrival)
  ) AS seq
), disclosed AS (
  SELECT coalesce($5::bigint, (SELECT last_seq FROM ingest_arrival)) AS seq
)
SELECT
  (SELECT seq FROM fence)::text AS fence,
  (SELECT seq FROM disclosed)::text AS disclosed_through,
  (SELECT coalesce(json_agg(json_build_object(
      'producer_class', producer_class,
      'produced_through', produced_through::text,
      'indexed_through', least(indexed_through, (SELECT seq FROM fence))::text,
      'last_indexed_at', last_indexed_at)), '[]')
    FROM ingest_watermarks WHERE organization_id = $1 AND workspace_id = $2) AS watermarks,
  (SELECT coalesce(json_agg(json_build_object(
      'producer_class', producer_class, 'from', gap_from, 'to', gap_to) ORDER BY gap_from, gap_to), '[]')
    FROM (
      SELECT producer_class, min(gap_from) AS gap_from, max(gap_to) AS gap_to
      FROM ingest_gaps JOIN ingest_batches USING (batch_id)
      WHERE organization_id = $1 AND workspace_id = $2 AND gap_from < $4 AND gap_to > $3
        AND first_seq <= (SELECT seq FROM disclosed)
      GROUP BY producer_class, date_trunc('hour', gap_from, 'UTC'), date_trunc('hour', gap_to - interval '1 ms', 'UTC')
    ) AS gap) AS gaps,
  (SELECT coalesce(json_agg(json_build_object(
      'environment_ids', ARRAY(
        SELECT environment_id
        FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
        WHERE workspace_id = exclusion.workspace_id
          AND node_id IN (workspace_id, application_id, gateway_id, environment_id)
        ORDER BY environment_id),
      'from', excluded_from, 'to', excluded_to) ORDER BY excluded_from, exclusion_id), '[]')
    FROM exclusions AS exclusion
    WHERE organization_id = $1 AND workspace_id = $2 AND excluded_from < $4 AND excluded_to > $3) AS exclusions,
  (SELECT emptying_since IS NOT NULL FROM ingest_arrival) OR coalesce(
    (SELECT min(first_seq) FROM ingest_batches WHERE loaded_at IS NULL AND reload)
      <= (SELECT max(indexed_through) FROM ingest_watermarks WHERE organization_id = $1 AND workspace_id = $2),
    false) AS is_reloading,
  (SELECT json_build_object(
      'keeps_from', keeps_from, 'retention', retention_generation, 'exclusion', exclusion_generation)
    FROM workspaces WHERE organization_id = $1 AND workspace_id = $2) AS workspace`;

interface StateRow {
  fence: string;
  disclosed_through: string;
  watermarks: {
    producer_class: ProducerClass;
    produced_through: string;
    indexed_through: string;
    last_indexed_at: string | null;
  }[];
  gaps: { producer_class: ProducerClass; from: string; to: string }[];
  exclusions: { environment_ids: string[]; from: string; to: string }[];
  is_reloading: boolean;
  workspace: { keeps_from: string | null; retention: number; exclusion: number } | null;
}

/** Moves with the build that projects facts into tables anew. */
const PROJECTION_GENERATION = 1;

/**
 * What insight reads pin themselves to. `indexed_through` never exceeds the fence, because what lies above it is not
 * part of any answer yet.
 */
export function createIngestStateStore(pool: Pool): IngestState {
  return {
    async read({ organizationId, workspaceId, from, to, disclosedThrough }): Promise<IngestSnapshot> {
      const bound = disclosedThrough ?? null;
      const { rows } = await pool.query<StateRow>(READ, [organizationId, workspaceId, from, to, bound]);
      const [row] = rows;
      if (row === undefined) throw new DefectError('A statement of one row answered none.');
      return {
        fence: BigInt(row.fence),
        disclosedThrough: BigInt(row.disclosed_through),
        watermarks: PRODUCER_CLASSES.map((producer) =>
          watermarkOf(
            producer,
            row.watermarks.find((one) => one.producer_class === producer),
          ),
        ),
        gaps: row.gaps.map((gap) => ({ producerClass: gap.producer_class, ...windowOf(gap) })),
        exclusions: row.exclusions.map((exclusion) => ({
          environmentIds: exclusion.environment_ids,
          ...windowOf(exclusion),
        })),
        ...(typeof row.workspace?.keeps_from === 'string' && { keepsFrom: new Date(row.workspace.keeps_from) }),
        isReloading: row.is_reloading,
        generations: {
          projection: PROJECTION_GENERATION,
          retention: row.workspace?.retention ?? 1,
          exclusion: row.workspace?.exclusion ?? 1,
        },
      };
    },
  };
}

function windowOf({ from, to }: { from: string; to: string }): { from: Date; to: Date } {
  return { from: new Date(from), to: new Date(to) };
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
