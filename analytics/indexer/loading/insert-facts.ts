import type { PlannedBatch } from '../../../store/ingest/planning/batch-plan.ts';
import type { AnalyticsClient } from '../../analytics-client.ts';
import { createColumnWriter, type ColumnWriter } from '../../native/column-writer.ts';
import { insertBlock, type NativeBlock } from '../../native/insert-block.ts';
import { findColumnType } from '../events/find-column-type.ts';
import { FACT_COLUMNS, type Fact, type FactTable } from '../events/fact-rows.ts';
import { FactColumn } from './fact-column.ts';

const NO_LIMIT = '1000000000000';

/** The rows of one batch for one table. */
export interface BatchRows {
  readonly batch: Pick<PlannedBatch, 'batchId' | 'firstSeq'>;
  readonly rows: readonly [IndexedRow, ...IndexedRow[]];
}

/**
 * Inserts a block of rows from batches that share a token into one table, exactly once. A repetition has the same token
 * and is dropped, month by month, in the table and in every rollup that it feeds. All rows form one block, so no row is
 * inserted if the engine refuses one.
 */
export async function insertFacts(
  clickhouse: AnalyticsClient,
  token: string,
  table: FactTable,
  block: NativeBlock,
): Promise<void> {
  await insertBlock(clickhouse, table, block, {
    insert_deduplicate: 1,
    // The results of views are already summed, so the engine need not sort and merge the block again.
    optimize_on_insert: 0,
    insert_deduplication_token: `${token}:${table}`,
    deduplicate_blocks_in_dependent_materialized_views: 1,
    max_insert_block_size: NO_LIMIT,
    min_insert_block_size_rows: NO_LIMIT,
    min_insert_block_size_bytes: NO_LIMIT,
    max_insert_threads: '1',
    // A log of many years affects more months than the default limit of 100.
    max_partitions_per_insert_block: '0',
  });
}

/** A row with its position in the batch. */
export interface IndexedRow {
  readonly index: number;
  readonly fact: Fact;
}

/**
 * The number of rows that are written together, column by column: their cells stay in the processor's cache. With more
 * rows, each cell would be fetched from memory again.
 */
const ROWS_AT_ONCE = 256;

/**
 * The rows of one table with the columns of their batches, as bytes. Nothing else of the rows has to stay in memory.
 * Dimensions that no row states have no column, nor has a limit that refused none of the rows, so that traffic without
 * them loads as fast as before.
 */
export function factBlock(table: FactTable, parts: readonly BatchRows[]): NativeBlock {
  const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const writerOf = (name: string): ColumnWriter => createColumnWriter(findColumnType(table, name), rows);
  const [seqs, batchIds] = [writerOf('arrival_seq'), writerOf('batch_id')];
  const columns = FACT_COLUMNS[table].map((name, position) => new FactColumn(name, position, writerOf));
  for (const { batch, rows: batchRows } of parts) {
    const [firstSeq, batchId] = [Number(batch.firstSeq), Number(batch.batchId)];
    for (let start = 0; start < batchRows.length; start += ROWS_AT_ONCE) {
      const some = batchRows.slice(start, start + ROWS_AT_ONCE);
      for (const { index } of some) seqs.put(firstSeq + index);
      for (let row = 0; row < some.length; row += 1) batchIds.put(batchId);
      const cells = some.map(({ fact }) => fact.cells);
      for (const column of columns) column.putAll(cells);
    }
  }
  const written: readonly (readonly [name: string, writer: ColumnWriter])[] = [
    ['arrival_seq', seqs],
    ['batch_id', batchIds],
    ...columns.flatMap(({ name, writer }) => (writer === undefined ? [] : [[name, writer] as const])),
  ];
  return {
    rows,
    columns: written.map(([name, writer]) => ({ name, type: findColumnType(table, name), written: writer.written })),
  };
}
