import type pg from 'pg';
import { requireRow } from '../../postgres/require-row.ts';
import type { BatchBlock, BatchInPlanning, BatchPlan, PlannedBatch } from './batch-plan.ts';
import { closeCorrectedGaps } from './close-corrected-gaps.ts';
import { insertPlan } from './insert-plan.ts';
import { insertGaps, storableGaps } from './insert-gaps.ts';
import { lockArrival } from './lock-arrival.ts';
import { addToShares, limitToShares } from './quarantine-shares.ts';
import { raiseSequences } from './raise-sequences.ts';

export interface Planning {
  readonly holder: string;
  readonly block: BatchBlock;
  /** Decides on the lines while the arrival counter is locked. */
  readonly decideWhileLocked: (batch: BatchInPlanning) => Promise<BatchPlan>;
  readonly bounds: QuarantineBounds;
}

/** The limits of stored quarantined lines. */
export interface QuarantineBounds {
  /** The maximum bytes of all stored quarantined lines. */
  readonly maxBytes: number;
  /** The maximum number of separate gaps of an owner. */
  readonly maxGaps: number;
}

/**
 * Plans the next batch of a source within a transaction. The arrival counter is locked before the decision, so that
 * plans are made one after the other and each depends on all committed ones.
 */
export async function planBatch(
  client: pg.PoolClient,
  now: Date,
  { holder, block, decideWhileLocked, bounds }: Planning,
): Promise<PlannedBatch | undefined> {
  const moved = await client.query(
    `UPDATE ingest_sources SET next_offset = $4, read_mark = $5
     WHERE source_id = $1 AND lease_holder = $2 AND next_offset = $3`,
    [block.sourceId, holder, block.firstOffset, block.lastOffset, block.mark ?? null],
  );
  if (moved.rowCount !== 1) return undefined;
  const firstSeq = await lockArrival(client, block.workspaceIds);
  const batchId = await nextBatchId(client);
  const decided = await decideWhileLocked({
    ...{ batchId, firstSeq },
    planned: (batchIds) => selectPlannedNumbers(client, batchIds),
    isAllIdentified: () => isAllIdentified(client),
  });
  const shared = await limitToShares(client, decided, { now, maxBytes: bounds.maxBytes });
  const gaps = await storableGaps(client, decided.gaps, { now, maxGaps: bounds.maxGaps });
  const plan = { ...shared.plan, gaps };
  const batch = await insertPlan(client, { batchId, block, plan, now });
  await addToShares(client, shared.added, now);
  await insertGaps(client, batchId, plan.gaps);
  const lastSeq = firstSeq + BigInt(block.lineCount) - 1n;
  const closedOf = await closeCorrectedGaps(client, { batchId, firstSeq, lastSeq }, plan.events, now);
  await raiseSequences(client, batch, plan, { lastSeq, closedOf });
  return batch;
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

/** Returns those of the batch numbers that belong to a planned batch. */
export async function selectPlannedNumbers(
  client: Pick<pg.PoolClient, 'query'>,
  batchIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly isLoaded: boolean }>> {
  const { rows } = await client.query<{ batch_id: bigint; is_loaded: boolean }>(
    'SELECT batch_id, loaded_at IS NOT NULL AS is_loaded FROM ingest_batches WHERE batch_id = ANY($1::bigint[])',
    [batchIds],
  );
  return new Map(rows.map((row) => [row.batch_id, { isLoaded: row.is_loaded }]));
}
