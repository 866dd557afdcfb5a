import type { FaultPoints } from '../../../domain/kernel/fault-points.ts';
import type { LoadedBatch, PlannedBatch } from '../../../store/ingest/planning/batch-plan.ts';
import type { IngestBatchStore } from '../../../store/ingest/ingest-batch-store.ts';
import type { IngestSourceStore } from '../../../store/ingest/ingest-source-store.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import type { NativeBlock } from '../../native/insert-block.ts';
import type { FactTable } from '../events/fact-rows.ts';
import { insertFacts } from './insert-facts.ts';
import { LeaseLostError } from './lease-lost-error.ts';
import type { PreparedBatch } from './prepare-batch.ts';

/** The ports that load the rows of planned batches. */
export interface LoadingPorts {
  readonly clickhouse: AnalyticsClient;
  readonly sources: IngestSourceStore;
  readonly batches: IngestBatchStore;
  readonly faults: FaultPoints;
}

/** A planned batch, and the rows of its lines. */
export interface BatchPart {
  readonly batch: PlannedBatch;
  readonly prepared: PreparedBatch;
}

/**
 * The rows of batches that share a token, as bytes. Until they are loaded, nothing else of the batches stays in memory.
 */
export interface RowsToLoad {
  readonly sourceId: string;
  readonly token: string;
  readonly blocks: ReadonlyMap<FactTable, NativeBlock>;
  readonly batches: readonly LoadedBatch[];
}

/** Combines the rows of planned batches for loading. @param blocks the rows of these batches, by table */
export function rowsToLoad(
  { sourceId, token }: PlannedBatch,
  parts: readonly BatchPart[],
  blocks: RowsToLoad['blocks'],
): RowsToLoad {
  const batches = parts.map(({ batch, prepared }) => ({ batch, reach: prepared.reach }));
  return { sourceId, token, blocks, batches };
}

/**
 * Loads the rows of planned batches and marks the batches as loaded. Tables load concurrently; an error is thrown after
 * all of them have settled.
 *
 * @throws LeaseLostError if another indexer has the source now
 */
export async function loadBatches(
  ports: LoadingPorts,
  holder: string,
  { sourceId, token, blocks, batches }: RowsToLoad,
): Promise<void> {
  if (!(await ports.sources.renew(sourceId, holder))) throw new LeaseLostError(sourceId);
  let missing = blocks.size;
  const inserts = [...blocks].map(async ([table, block]) => {
    await insertFacts(ports.clickhouse, token, table, block);
    missing -= 1;
    if (missing > 0) ports.faults.reach('indexer.between_tables');
  });
  const failed = (await Promise.allSettled(inserts)).find((insert) => insert.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  ports.faults.reach('indexer.after_insert');
  await ports.batches.markLoaded(batches);
  ports.faults.reach('indexer.after_loaded');
}
