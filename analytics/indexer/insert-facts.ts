import type { PlannedBatch } from '../../store/ingest-batches.ts';
import type { AnalyticsClient } from '../client.ts';
import type { FactRow, FactTable } from './fact-rows.ts';

const NO_LIMIT = '1000000000000';

/**
 * Inserts the rows of a batch into one table, once: a repetition carries the same token and is dropped, month by month.
 * All rows form one block, so that a row the engine refuses leaves nothing of the batch behind.
 */
export async function insertFacts(
  clickhouse: AnalyticsClient,
  batch: PlannedBatch,
  table: FactTable,
  rows: readonly { index: number; row: FactRow }[],
): Promise<void> {
  const batchId = batch.batchId.toString();
  await clickhouse.insert({
    table,
    format: 'JSONEachRow',
    values: rows.map(({ index, row }) => ({
      ...row,
      arrival_seq: (batch.firstSeq + BigInt(index)).toString(),
      batch_id: batchId,
    })),
    clickhouse_settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: `${batch.token}:${table}`,
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
