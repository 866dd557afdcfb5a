import type pg from 'pg';
import type { GapDisclosure, IngestGap, IngestSnapshot, IngestState } from '../../domain/insight/ingest-state.ts';
import { PRODUCER_CLASSES, type ProducerClass } from '../../domain/insight/insight-sets.ts';
import { requireRow } from '../postgres/require-row.ts';
import { EXCLUDED_WINDOWS, toExclusion, type ExcludedWindow } from './excluded-windows.ts';

/**
 * The query of the state, in one statement, so that all figures belong to one moment.
 *
 * The fence belongs to the workspace. Two kinds of batches hold it back: those with lines of the workspace, so that
 * other traffic does not move it, and those of older versions, which do not record whose lines they have.
 *
 * The gaps of a plan become visible together with its range of the arrival counter. Every gap of a batch at or below
 * `disclosed` therefore exists permanently. A gap is closed for readers whose fence has reached the line that closes
 * it.
 *
 * Gaps of an environment that begin in the same UTC hour and end in the same UTC hour are shown as one. A producer that
 * breaks a line every second would cause 86,400 gaps a day. No part of an answer begins or ends within an hour, except
 * at the ends of the window.
 */
const READ = `
WITH own AS (
  SELECT own_seq, arrival_seq, first_replaced_seq, first_evaluated_seq FROM ingest_own_sequences WHERE workspace_id = $2
), known AS (
  SELECT
    coalesce((SELECT own_seq FROM own), 0) AS own_seq,
    greatest(0,
      (SELECT arrival_seq FROM own),
      (SELECT max(produced_through) FROM ingest_watermarks WHERE organization_id = $1 AND workspace_id = $2)) AS seq
), waiting AS (
  SELECT first_seq - 1 AS seq, (own_before ->> $2)::bigint AS own_seq
  FROM ingest_batches WHERE loaded_at IS NULL AND (own_before IS NULL OR own_before ? $2)
  ORDER BY first_seq LIMIT 1
), fence AS (
  SELECT least(known.seq, waiting.seq) AS seq, coalesce(waiting.own_seq, known.own_seq) AS own_seq
  FROM known LEFT JOIN waiting ON true
), gap AS (
  SELECT producer_class, environment_id, gap_from, gap_to, first_seq, cause, reason,
    (SELECT coalesce(sum(upper(run) - lower(run)), 0) FROM unnest(lines) AS run) AS lines
  FROM ingest_gaps JOIN ingest_batches USING (batch_id)
  WHERE organization_id = $1 AND workspace_id = $2 AND gap_from < $4 AND gap_to > $3
    AND ($5::bigint IS NULL OR first_seq <= $5)
    AND (closed_seq IS NULL OR closed_seq > coalesce($6, (SELECT seq FROM fence)))
)
SELECT
  (SELECT seq FROM fence)::text AS fence,
  (SELECT own_seq FROM fence)::text AS own_fence,
  coalesce($5, greatest((SELECT seq FROM known), (SELECT max(first_seq) FROM gap)))::text AS disclosed_through,
  (SELECT own_seq FROM known)::text AS own_disclosed_through,
  (SELECT first_replaced_seq FROM own)::text AS first_replaced,
  (SELECT first_evaluated_seq FROM own)::text AS first_evaluated,
  ARRAY(
    SELECT environment_id FROM environments JOIN gateways USING (gateway_id) JOIN applications USING (application_id)
    WHERE workspace_id = $2) AS environment_ids,
  (SELECT coalesce(json_agg(json_build_object(
      'producer_class', producer_class,
      'produced_through', own_through::text,
      'indexed_through',
        CASE WHEN last_indexed_at IS NULL THEN 0 ELSE least(own_through, (SELECT own_seq FROM fence)) END::text,
      'last_indexed_at', last_indexed_at)), '[]')
    FROM ingest_watermarks WHERE organization_id = $1 AND workspace_id = $2) AS watermarks,
  (SELECT coalesce(json_agg(json_build_object(
      'producer_class', producer_class, 'environment_id', environment_id, 'from', gap_from, 'to', gap_to,
      'cause', cause, 'reasons', reasons, 'times', times, 'lines', lines)
      ORDER BY gap_from, gap_to, environment_id, cause), '[]')
    FROM (
      SELECT producer_class, environment_id, cause, min(gap_from) AS gap_from, max(gap_to) AS gap_to,
        (array_agg(DISTINCT reason))[:20] AS reasons, count(*) AS times, sum(lines) AS lines
      FROM gap
      GROUP BY producer_class, environment_id, cause, date_trunc('hour', gap_from, 'UTC'), date_trunc('hour', gap_to - interval '1 ms', 'UTC')
    ) AS hourly) AS gaps,
  (SELECT ${EXCLUDED_WINDOWS}
    WHERE organization_id = $1 AND workspace_id = $2 AND excluded_from < $4 AND excluded_to > $3) AS exclusions,
  (SELECT emptying_since IS NOT NULL FROM ingest_arrival) OR coalesce(
    (SELECT min(first_seq) FROM ingest_batches WHERE loaded_at IS NULL AND reload)
      <= (SELECT max(indexed_through) FROM ingest_watermarks WHERE organization_id = $1 AND workspace_id = $2),
    false) AS is_reloading,
  least(
    (SELECT complete_through FROM index_progress),
    -- What a gateway that fell silent left open has an unknown cost, and no line that says so yet.
    (SELECT min(seen_at) FROM gateway_processes WHERE ended_at IS NULL AND decommissioned_at IS NULL),
    (SELECT min(planned_at) FROM ingest_batches
     WHERE loaded_at IS NULL AND NOT reload AND (own_before IS NULL OR own_before ? $2))) AS waiting_since,
  (SELECT json_build_object(
      'keeps_from', keeps_from, 'retention', retention_generation, 'exclusion', exclusion_generation)
    FROM workspaces WHERE organization_id = $1 AND workspace_id = $2) AS workspace`;

interface GapRow extends GapDisclosure {
  producer_class: ProducerClass;
  environment_id: string | null;
  from: string;
  to: string;
}

interface StateRow {
  fence: string;
  own_fence: string;
  disclosed_through: string;
  own_disclosed_through: string;
  first_replaced: string | null;
  first_evaluated: string | null;
  environment_ids: string[];
  watermarks: {
    producer_class: ProducerClass;
    produced_through: string;
    indexed_through: string;
    last_indexed_at: string | null;
  }[];
  gaps: GapRow[];
  exclusions: ExcludedWindow[];
  is_reloading: boolean;
  waiting_since: Date | null;
  workspace: { keeps_from: string | null; retention: number; exclusion: number } | null;
}

/** The version of the projection. Increment it if facts are projected into tables in a new way. */
const PROJECTION_GENERATION = 1;

/**
 * Creates the reader of the state to which insight reads are pinned. `indexed_through` never exceeds the fence, because
 * facts above the fence are not part of any answer yet.
 */
export function createIngestStateStore(pool: pg.Pool): IngestState {
  return {
    async read({ organizationId, workspaceId, from, to, pin }): Promise<IngestSnapshot> {
      const { rows } = await pool.query<StateRow>(READ, [
        organizationId,
        workspaceId,
        from,
        to,
        pin?.disclosedThrough ?? null,
        pin?.fence ?? null,
      ]);
      const row = requireRow(rows);
      return {
        fence: BigInt(row.fence),
        ownFence: BigInt(row.own_fence),
        disclosedThrough: BigInt(row.disclosed_through),
        ownDisclosedThrough: BigInt(row.own_disclosed_through),
        ...(row.first_replaced !== null && { firstReplaced: BigInt(row.first_replaced) }),
        ...(row.first_evaluated !== null && { firstEvaluated: BigInt(row.first_evaluated) }),
        environmentIds: row.environment_ids,
        watermarks: PRODUCER_CLASSES.map((producer) =>
          watermarkOf(
            producer,
            row.watermarks.find((one) => one.producer_class === producer),
          ),
        ),
        gaps: row.gaps.map(gapOf),
        exclusions: row.exclusions.map(toExclusion),
        ...(typeof row.workspace?.keeps_from === 'string' && { keepsFrom: new Date(row.workspace.keeps_from) }),
        isReloading: row.is_reloading,
        ...(row.waiting_since !== null && { waitingSince: row.waiting_since }),
        generations: {
          projection: PROJECTION_GENERATION,
          retention: row.workspace?.retention ?? 1,
          exclusion: row.workspace?.exclusion ?? 1,
        },
      };
    },
  };
}

function gapOf({ producer_class: producerClass, environment_id: environmentId, from, to, ...gap }: GapRow): IngestGap {
  const { cause, times, lines } = gap;
  // A gap of several lines lists all their reasons in one text.
  const reasons = cause === 'declared' ? gap.reasons : gap.reasons.flatMap((reason) => reason.split(', '));
  return {
    producerClass,
    ...(environmentId !== null && { environmentId }),
    ...windowOf({ from, to }),
    disclosure: { cause, reasons: [...new Set(reasons)].sort(), times, lines },
  };
}

function windowOf({ from, to }: { from: string; to: string }): { from: Date; to: Date } {
  return { from: new Date(from), to: new Date(to) };
}

/**
 * The watermark of a producer. If nothing of it was ever indexed, it has two zeros and no time: its freshness is
 * unmeasured.
 */
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
