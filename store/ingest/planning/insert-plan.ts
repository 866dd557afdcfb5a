import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { requireRow } from '../../postgres/require-row.ts';
import type { BatchBlock, BatchPlan, PlannedBatch, PlannedGap } from './batch-plan.ts';
import { batchFromRow, PLANNED_LINES, type BatchRow } from './planned-batch-row.ts';
import { runsOfPositions } from './position-runs.ts';

/** A plan with the number of its batch. */
export interface NumberedPlan {
  readonly batchId: bigint;
  readonly block: BatchBlock;
  readonly plan: BatchPlan;
  readonly now: Date;
}

/** Inserts the batch of a plan with its quarantined lines. */
export async function insertPlan(client: pg.PoolClient, numbered: NumberedPlan): Promise<PlannedBatch> {
  const batch = await insertBatch(client, numbered);
  await insertQuarantine(client, batch, numbered.plan);
  return batch;
}

async function insertBatch(client: pg.PoolClient, { batchId, block, plan, now }: NumberedPlan): Promise<PlannedBatch> {
  const { rows } = await client.query<Omit<BatchRow, 'quarantined'>>(
    `WITH arrival AS (UPDATE ingest_arrival SET last_seq = last_seq + $5 RETURNING last_seq)
     INSERT INTO ingest_batches AS batch
       (batch_id, source_id, first_offset, last_offset, first_seq, line_count, counted, token, event_counts, planned_at,
        repeated, late, opening, replaced, newest_event_at, unkept, folded)
     OVERRIDING SYSTEM VALUE
     SELECT $1, $2, $3, $4, last_seq - $5 + 1, $5, 'events', $6, $7, $8,
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($9::int[]) AS line),
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($10::int[]) AS line),
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($11::int[]) AS line), $12, $13,
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($14::int[]) AS line), $15
     FROM arrival
     RETURNING batch_id, source_id, first_offset, last_offset, first_seq, line_count, counted, token, reload,
       ${PLANNED_LINES}, replaced, folded`,
    [
      batchId,
      block.sourceId,
      block.firstOffset,
      block.lastOffset,
      block.lineCount,
      randomUUID(),
      JSON.stringify(plan.eventCounts),
      now,
      plan.repeated,
      plan.late,
      plan.opening,
      JSON.stringify(plan.replaced),
      newestOf(plan),
      plan.unkept,
      JSON.stringify(runsOfPositions(plan.folded)),
    ],
  );
  const quarantined = [...plan.quarantined.map((line) => line.index), ...plan.unkept];
  return batchFromRow({ ...requireRow(rows), quarantined });
}

/** The time of the newest event of all workspaces; null if the batch has no events. */
function newestOf({ reach }: BatchPlan): Date | null {
  return reach.length === 0 ? null : new Date(Math.max(...reach.map(({ newestMs }) => newestMs)));
}

async function insertQuarantine(
  client: pg.PoolClient,
  batch: PlannedBatch,
  { quarantined: lines, unkept, gaps }: Pick<BatchPlan, 'quarantined' | 'unkept' | 'gaps'>,
): Promise<void> {
  if (lines.length === 0) return;
  const awaited = awaitedLines(gaps, new Set(unkept));
  await client.query(
    `INSERT INTO ingest_quarantine (batch_id, line_index, arrival_seq, reason, detail, line_start, event_hash)
     SELECT $1, line_index, $2::bigint + line_index, reason, detail, line_start, event_hash
     FROM unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS line (line_index, reason, detail, line_start, event_hash)`,
    [
      batch.batchId,
      batch.firstSeq,
      lines.map((line) => line.index),
      lines.map((line) => line.reason),
      lines.map((line) => line.detail),
      lines.map((line) => line.lineStart),
      lines.map((line) => (awaited.has(line.index) ? (line.eventHash ?? null) : null)),
    ],
  );
}

/** Positions of the lines whose events can close a gap. Later batches are searched only for these events. */
function awaitedLines(gaps: readonly PlannedGap[], unkept: ReadonlySet<number>): ReadonlySet<number> {
  // Gaps of several workspaces may share the same list of lines.
  const lists = [...new Set(gaps.map(({ lines }) => lines))];
  return new Set(lists.filter((lines) => !lines.some((line) => unkept.has(line))).flat());
}
