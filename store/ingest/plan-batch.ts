import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Refusal } from '../../domain/kernel/errors.ts';
import { requireRow } from '../postgres/require-row.ts';
import type { BatchBlock, BatchInPlanning, BatchPlan, PlannedBatch, PlannedGap } from './batch-plan.ts';
import { closeCorrectedGaps } from './close-corrected-gaps.ts';
import { insertGaps, keptGaps } from './insert-gaps.ts';
import { batchFromRow, reachColumns, PLANNED_LINES, type BatchRow } from './planned-batch-row.ts';
import { addToShares, keepWithinShares } from './quarantine-shares.ts';

/**
 * How many batches are planned past one that is not loaded yet. ClickHouse remembers the tokens of a table's last 20,000
 * blocks, and a batch makes one of a fact table for each month in it, or up to four of a rollup for each year: its
 * repetition is recognized as long as the batches after it hold forty months each.
 */
export const MOST_BATCHES_AHEAD = 500;

/** Longer than the statements of ClickHouse may take that one decision asks one after the other, of 130 s each at most. */
const MOST_SILENT = '5min';

export interface Planning {
  readonly holder: string;
  readonly block: BatchBlock;
  readonly decide: (batch: BatchInPlanning) => Promise<BatchPlan>;
  readonly bounds: QuarantineBounds;
}

/** How much is kept of what cannot be loaded. */
export interface QuarantineBounds {
  /** Of texts of lines set aside, in all. */
  readonly maxBytes: number;
  /** Gaps that a place has one by one. */
  readonly mostGaps: number;
}

/**
 * Plans the next batch of a source within a transaction. The counter of arrival is locked from before the decision on, so
 * that plans are made one after the other and each is decided by all that were committed before it.
 */
export async function planBatch(
  client: pg.PoolClient,
  now: Date,
  { holder, block, decide, bounds }: Planning,
): Promise<PlannedBatch | undefined> {
  const moved = await client.query(
    `UPDATE ingest_sources SET next_offset = $4, read_mark = $5
     WHERE source_id = $1 AND lease_holder = $2 AND next_offset = $3`,
    [block.sourceId, holder, block.firstOffset, block.lastOffset, block.mark ?? null],
  );
  if (moved.rowCount !== 1) return undefined;
  const firstSeq = await nextArrival(client);
  await refuseTooFarAhead(client);
  await refuseUnidentified(client, block.workspaceIds);
  const batchId = await nextBatchId(client);
  const decided = await decide({
    ...{ batchId, firstSeq },
    planned: (batchIds) => plannedOf(client, batchIds),
    isAllIdentified: () => isAllIdentified(client),
  });
  const shared = await keepWithinShares(client, decided, { now, maxBytes: bounds.maxBytes });
  const gaps = await keptGaps(client, decided.gaps, { now, mostGaps: bounds.mostGaps });
  const plan = { ...shared.plan, gaps };
  const batch = await insertBatch(client, { batchId, block, plan, now });
  await insertQuarantine(client, batch, plan);
  await addToShares(client, shared.added, now);
  await insertGaps(client, batchId, plan.gaps);
  const lastSeq = firstSeq + BigInt(block.lineCount) - 1n;
  const closedOf = await closeCorrectedGaps(client, { batchId, firstSeq, lastSeq }, plan.events, now);
  const gapsOf = [...closedOf, ...plan.gaps.map(({ workspaceId }) => workspaceId)];
  await raiseOwn(client, batch, { lastSeq, gapsOf, own: plan.own });
  const replaced = batch.replaced.map(({ row, index }) => ({ workspaceId: String(row['workspace_id']), index }));
  const evaluated = [...plan.evaluated].map(([workspaceId, index]) => ({ workspaceId, index }));
  await noteFirst(client, 'first_replaced_seq', batch, replaced);
  await noteFirst(client, 'first_evaluated_seq', batch, evaluated);
  await raiseProduced(client, batch, plan);
  return batch;
}

/**
 * Locks the counter. Where the machine of a process vanishes, Postgres ends its transaction before long: the network would tell of it
 * after two hours. What events are known by may be gone in part while tables are being emptied: one that came before would count again.
 */
async function nextArrival(client: pg.PoolClient): Promise<bigint> {
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = '${MOST_SILENT}'`);
  const { rows } = await client.query<{ first_seq: bigint; emptying_since: Date | null }>(
    'SELECT last_seq + 1 AS first_seq, emptying_since FROM ingest_arrival FOR UPDATE',
  );
  const { first_seq: firstSeq, emptying_since: emptyingSince } = requireRow(rows);
  if (emptyingSince === null) return firstSeq;
  throw new Refusal(
    'dependency_unavailable',
    `Tables of facts were being emptied at ${emptyingSince.toISOString()}, and that was broken off: no traffic is planned until ` +
      '`npm run rebuild-facts`, or `npm run migrate`, has gone on with it.',
  );
}

async function refuseTooFarAhead(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ source_id: string; location: string; ahead: bigint }>(
    `SELECT source_id, location, (SELECT max(batch_id) FROM ingest_batches) - batch_id AS ahead
     FROM ingest_batches JOIN ingest_sources USING (source_id)
     WHERE loaded_at IS NULL ORDER BY first_seq LIMIT 1`,
  );
  const oldest = rows[0];
  if (oldest === undefined || oldest.ahead < MOST_BATCHES_AHEAD) return;
  throw new Refusal(
    'dependency_unavailable',
    `A batch of ${oldest.source_id} (${oldest.location}) is not loaded, and ${oldest.ahead} batches were planned after it: ` +
      'no other is planned until it is, lest its repetition be counted twice.',
  );
}

/** What is not written down by what its events are known by would come a second time without being recognized. */
async function refuseUnidentified(client: pg.PoolClient, workspaceIds: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ source_id: string; location: string }>(
    `SELECT source_id, location FROM ingest_batches JOIN ingest_sources USING (source_id)
     WHERE NOT identified AND (own_before IS NULL OR own_before ?| $1::text[])
     ORDER BY batch_id LIMIT 1`,
    [workspaceIds],
  );
  const first = rows[0];
  if (first === undefined) return;
  throw new Refusal(
    'dependency_unavailable',
    `Facts of ${first.source_id} (${first.location}) are still to be loaded (again): until they are, no new traffic of their ` +
      'workspaces is planned, since it could not be told from what came before.',
  );
}

async function isAllIdentified(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM ingest_batches WHERE NOT identified LIMIT 1');
  return rowCount === 0;
}

async function nextBatchId(client: pg.PoolClient): Promise<bigint> {
  const { rows } = await client.query<{ batch_id: bigint }>(
    `SELECT nextval(pg_get_serial_sequence('ingest_batches', 'batch_id')) AS batch_id`,
  );
  return requireRow(rows).batch_id;
}

/** Those of some batches that are planned, by their numbers. */
export async function plannedOf(
  client: Pick<pg.PoolClient, 'query'>,
  batchIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly isLoaded: boolean }>> {
  const { rows } = await client.query<{ batch_id: bigint; is_loaded: boolean }>(
    'SELECT batch_id, loaded_at IS NOT NULL AS is_loaded FROM ingest_batches WHERE batch_id = ANY($1::bigint[])',
    [batchIds],
  );
  return new Map(rows.map((row) => [row.batch_id, { isLoaded: row.is_loaded }]));
}

interface NumberedPlan {
  readonly batchId: bigint;
  readonly block: BatchBlock;
  readonly plan: BatchPlan;
  readonly now: Date;
}

async function insertBatch(client: pg.PoolClient, { batchId, block, plan, now }: NumberedPlan): Promise<PlannedBatch> {
  const { rows } = await client.query<Omit<BatchRow, 'quarantined'>>(
    `WITH arrival AS (UPDATE ingest_arrival SET last_seq = last_seq + $5 RETURNING last_seq)
     INSERT INTO ingest_batches AS batch
       (batch_id, source_id, first_offset, last_offset, first_seq, line_count, counted, token, event_counts, planned_at,
        repeated, late, opening, replaced, newest_event_at, unkept)
     OVERRIDING SYSTEM VALUE
     SELECT $1, $2, $3, $4, last_seq - $5 + 1, $5, 'events', $6, $7, $8,
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($9::int[]) AS line),
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($10::int[]) AS line),
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($11::int[]) AS line), $12, $13,
       (SELECT coalesce(range_agg(int4range(line, line + 1)), '{}') FROM unnest($14::int[]) AS line)
     FROM arrival
     RETURNING batch_id, source_id, first_offset, last_offset, first_seq, line_count, counted, token, reload,
       ${PLANNED_LINES}, replaced`,
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
    ],
  );
  const quarantined = [...plan.quarantined.map((line) => line.index), ...plan.unkept];
  return batchFromRow({ ...requireRow(rows), quarantined });
}

/** Of all workspaces; null where the batch holds no event. */
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

/** Places of the lines whose events can close a gap: nobody waits for others, and no later batch is to be looked through for them. */
function awaitedLines(gaps: readonly PlannedGap[], unkept: ReadonlySet<number>): ReadonlySet<number> {
  // Gaps of several workspaces stand for the same lines.
  const lists = [...new Set(gaps.map(({ lines }) => lines))];
  return new Set(lists.filter((lines) => !lines.some((line) => unkept.has(line))).flat());
}

/**
 * Counts the lines of each workspace in its own sequence, and says how far that reaches: also past gaps of lines that name
 * nobody, and past those that are closed. Plans wait for each other at the counter of arrival, so that all sequences grow in its order.
 */
async function raiseOwn(
  client: pg.PoolClient,
  batch: PlannedBatch,
  { lastSeq, gapsOf, own: lines }: { lastSeq: bigint; gapsOf: readonly string[]; own: BatchPlan['own'] },
): Promise<void> {
  const own = new Map([...gapsOf.map((workspaceId) => [workspaceId, 0] as const), ...lines]);
  await client.query(
    `WITH part AS (
       SELECT * FROM unnest($2::text[], $3::bigint[]) AS part (workspace_id, lines)
     ), raised AS (
       INSERT INTO ingest_own_sequences AS own (workspace_id, own_seq, arrival_seq, first_evaluated_seq)
       SELECT workspace_id, lines, $4, NULL FROM part
       ON CONFLICT (workspace_id)
       DO UPDATE SET own_seq = own.own_seq + excluded.own_seq, arrival_seq = excluded.arrival_seq
       RETURNING workspace_id, own_seq
     )
     UPDATE ingest_batches SET own_before = (
       SELECT coalesce(jsonb_object_agg(workspace_id, own_seq - lines), '{}') FROM raised JOIN part USING (workspace_id))
     WHERE batch_id = $1`,
    [batch.batchId, [...own.keys()], [...own.values()], lastSeq],
  );
}

/**
 * Notes the first arrival of a kind in each workspace, of what a batch holds of it. Plans are made in the order of arrival, so
 * that what is noted first is the lowest.
 */
async function noteFirst(
  client: pg.PoolClient,
  column: 'first_replaced_seq' | 'first_evaluated_seq',
  { firstSeq }: PlannedBatch,
  lines: readonly { readonly workspaceId: string; readonly index: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  await client.query(
    `UPDATE ingest_own_sequences AS own SET ${column} = part.seq
     FROM (
       SELECT workspace_id, min($1::bigint + line) AS seq
       FROM unnest($2::text[], $3::int[]) AS known (workspace_id, line)
       GROUP BY workspace_id
     ) AS part
     WHERE part.workspace_id = own.workspace_id AND own.${column} IS NULL`,
    [firstSeq, lines.map(({ workspaceId }) => workspaceId), lines.map(({ index }) => index)],
  );
}

async function raiseProduced(client: pg.PoolClient, batch: PlannedBatch, { reach }: BatchPlan): Promise<void> {
  await client.query(
    `INSERT INTO ingest_watermarks AS mark
       (organization_id, workspace_id, producer_class, produced_through, own_through)
     SELECT organization_id, workspace_id, producer_class, seq, own_seq
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS part (organization_id, workspace_id, producer_class, seq)
     JOIN ingest_own_sequences USING (workspace_id)
     ON CONFLICT (organization_id, workspace_id, producer_class)
     DO UPDATE SET produced_through = greatest(mark.produced_through, excluded.produced_through),
                   own_through = greatest(mark.own_through, excluded.own_through)`,
    reachColumns([{ batch, reach }]),
  );
  await client.query(
    `INSERT INTO ingest_source_workspaces AS known (source_id, organization_id, workspace_id, newest_event_at)
     SELECT $1, organization_id, workspace_id, max(newest_event_at)
     FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS part (organization_id, workspace_id, newest_event_at)
     GROUP BY organization_id, workspace_id
     ON CONFLICT (source_id, workspace_id)
     DO UPDATE SET newest_event_at = greatest(known.newest_event_at, excluded.newest_event_at)`,
    [
      batch.sourceId,
      reach.map((part) => part.organizationId),
      reach.map((part) => part.workspaceId),
      reach.map((part) => new Date(part.newestMs)),
    ],
  );
}
