import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ClickHouseSettings } from '@clickhouse/client';
import type { AnalyticsClient } from '../analytics-client.ts';
import type { ColumnType } from './column-writer.ts';
import { freePieces } from './free-pieces.ts';
import { TextBytes } from './text-bytes.ts';

/** A column of a block. */
export interface NativeColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** The values in the Native format. */
  readonly written: readonly Uint8Array[];
}

/** A block of rows, column by column. */
export interface NativeBlock {
  readonly rows: number;
  readonly columns: readonly NativeColumn[];
}

/**
 * Inserts rows as one block of ClickHouse's Native format. It is the cheapest format to write here and to read in
 * ClickHouse: values are column by column, as the engine stores them, and a repeated name is written once. The block is
 * empty afterwards.
 */
export async function insertBlock(
  clickhouse: AnalyticsClient,
  table: string,
  block: NativeBlock,
  settings: ClickHouseSettings,
): Promise<void> {
  const { stream } = await clickhouse.exec({
    query: `INSERT INTO ${table} (${block.columns.map(({ name }) => name).join(', ')}) FORMAT Native`,
    values: Readable.from(nativeBlock(block), { objectMode: false }),
    clickhouse_settings: { async_insert: 0, ...settings },
  });
  await text(stream);
  for (const { written } of block.columns) freePieces(written);
}

/** The block in the Native format, in pieces that are not copied. */
export function nativeBlock({ rows, columns }: NativeBlock): Uint8Array[] {
  const counts = new TextBytes(1);
  counts.addCount(columns.length);
  counts.addCount(rows);
  return [counts.written, ...columns.flatMap(({ name, type, written }) => [headOf(name, type), ...written])];
}

function headOf(name: string, type: ColumnType): Uint8Array {
  const head = new TextBytes(2);
  head.add(name);
  head.add(type);
  return head.written;
}
