import type pg from 'pg';
import type { BatchPlan, PlannedBatch } from './batch-plan.ts';

/**
 * The maximum number of missing identities to search for in the batch. Above it, the identities of the batch are sent
 * to the database instead.
 */
const MAX_COMPARED = 10_000;

/** The reason of a closed gap whose lines arrived again, corrected. */
const CORRECTED = 'corrected';

/**
 * Closes gaps whose quarantined lines have all arrived again as valid events. Gaps with lines that are not stored wait
 * for a person. Resolves to the workspaces of the closed gaps.
 *
 * @param eventsOf returns the positions of the batch's lines with events, by event identity
 */
export async function closeCorrectedGaps(
  client: pg.PoolClient,
  { batchId, firstSeq, lastSeq }: Pick<PlannedBatch, 'batchId' | 'firstSeq'> & { readonly lastSeq: bigint },
  eventsOf: BatchPlan['events'],
  now: Date,
): Promise<string[]> {
  const atMost = Math.min(Number(lastSeq - firstSeq) + 1, MAX_COMPARED);
  const missing = await missingEvents(client, atMost + 1);
  if (missing.length === 0) return [];
  const events = missing.length > atMost ? eventsOf() : eventsOf(missing);
  if (events.size === 0) return [];
  const corrected = await client.query<{ batch_id: bigint }>(
    `UPDATE ingest_quarantine AS line SET corrected_seq = $1::bigint + event.line_index
     FROM unnest($2::text[], $3::int[]) AS event (event_hash, line_index)
     WHERE line.event_hash = event.event_hash AND corrected_seq IS NULL
       AND line.arrival_seq < $1::bigint + event.line_index
     RETURNING batch_id`,
    [firstSeq, [...events.keys()], [...events.values()]],
  );
  if (corrected.rowCount === 0) return [];
  const { rows } = await client.query<{ workspace_id: string }>(
    `UPDATE ingest_gaps AS gap SET closed_seq = $2, closed_at = $3, close_reason = $4
     WHERE batch_id = ANY($1) AND closed_seq IS NULL AND cause = 'quarantined' AND NOT isempty(lines)
       AND NOT EXISTS (
         SELECT FROM ingest_quarantine AS line
         WHERE line.batch_id = gap.batch_id AND line.line_index <@ gap.lines AND corrected_seq IS NULL)
       AND NOT EXISTS (
         SELECT FROM ingest_batches AS batch WHERE batch.batch_id = gap.batch_id AND batch.unkept && gap.lines)
     RETURNING workspace_id`,
    [[...new Set([batchId, ...corrected.rows.map((row) => row.batch_id)])], lastSeq, now, CORRECTED],
  );
  return rows.map((row) => row.workspace_id);
}

/** The identities of the lines for whose events a gap waits. The hash of any other line is not stored. */
async function missingEvents(client: pg.PoolClient, limit: number): Promise<string[]> {
  const { rows } = await client.query<{ event_hash: string }>(
    'SELECT event_hash FROM ingest_quarantine WHERE event_hash IS NOT NULL AND corrected_seq IS NULL LIMIT $1',
    [limit],
  );
  return rows.map((row) => row.event_hash);
}
