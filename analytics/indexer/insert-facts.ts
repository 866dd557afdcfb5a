import { Readable } from 'node:stream';
import type { PlannedBatch } from '../../store/ingest/batch-plan.ts';
import type { AnalyticsClient } from '../analytics-client.ts';
import { FACT_COLUMNS, type FactCells, type FactTable } from './fact-rows.ts';
import { tabSeparated } from './tab-separated.ts';

const NO_LIMIT = '1000000000000';

/** What one batch brings into one table. */
export interface BatchRows {
  readonly batch: Pick<PlannedBatch, 'batchId' | 'firstSeq'>;
  readonly rows: readonly [IndexedRow, ...IndexedRow[]];
}

/**
 * Inserts rows of batches that share a token into one table, once: a repetition carries the same token and is dropped,
 * month by month, there and in every rollup that is fed from the table. All rows form one block, so that a row the engine
 * refuses leaves nothing of them behind.
 */
export async function insertFacts(
  clickhouse: AnalyticsClient,
  token: string,
  table: FactTable,
  parts: readonly [BatchRows, ...BatchRows[]],
): Promise<void> {
  await clickhouse.insert({
    table,
    columns: ['arrival_seq', 'batch_id', ...FACT_COLUMNS[table]],
    format: 'TabSeparated',
    values: Readable.from(tabSeparated(placed(parts)), { objectMode: false }),
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: `${token}:${table}`,
      deduplicate_blocks_in_dependent_materialized_views: 1,
      max_insert_block_size: NO_LIMIT,
      min_insert_block_size_rows: NO_LIMIT,
      min_insert_block_size_bytes: NO_LIMIT,
      max_insert_threads: '1',
      input_format_parallel_parsing: 0,
      // A log that spans years touches more months than the usual limit of 100.
      max_partitions_per_insert_block: '0',
      date_time_input_format: 'best_effort',
    },
  });
}

/** A row with its place in the batch. */
export interface IndexedRow {
  readonly index: number;
  readonly cells: FactCells;
}

/** The rows with the cells that their batch adds. */
function* placed(parts: readonly BatchRows[]): Generator<FactCells> {
  for (const { batch, rows } of parts) {
    const batchId = batch.batchId.toString();
    for (const { index, cells } of rows) {
      yield [(batch.firstSeq + BigInt(index)).toString(), batchId, ...cells];
    }
  }
}
