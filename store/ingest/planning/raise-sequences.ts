import type pg from 'pg';
import type { BatchPlan, PlannedBatch } from './batch-plan.ts';
import { reachColumns } from './planned-batch-row.ts';

/**
 * Raises the sequences for a batch: the sequence of each workspace, the first replaced ending and the first
 * evaluation of each, and the position of each producer.
 *
 * @param closedOf the workspaces of gaps that the batch closes
 */
export async function raiseSequences(
  client: pg.PoolClient,
  batch: PlannedBatch,
  plan: BatchPlan,
  { lastSeq, closedOf }: { readonly lastSeq: bigint; readonly closedOf: readonly string[] },
): Promise<void> {
  const gapsOf = [...closedOf, ...plan.gaps.map(({ workspaceId }) => workspaceId)];
  await raiseOwn(client, batch, { lastSeq, gapsOf, own: plan.own });
  const replaced = batch.replaced.map(({ row, index }) => ({ workspaceId: String(row['workspace_id']), index }));
  const evaluated = [...plan.evaluated].map(([workspaceId, index]) => ({ workspaceId, index }));
  await noteFirst(client, 'first_replaced_seq', batch, replaced);
  await noteFirst(client, 'first_evaluated_seq', batch, evaluated);
  await raiseProduced(client, batch, plan);
}

/**
 * Adds the lines of each workspace to its own sequence, and records the arrival sequence that it reaches. This includes
 * workspaces with only gaps, or closed gaps, in the batch. Plans wait for each other at the arrival counter, so that
 * all sequences grow in its order.
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
 * Records the arrival sequence of the first line of a kind in each workspace. Plans are made in the order of arrival,
 * so the first recorded one is the lowest.
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
