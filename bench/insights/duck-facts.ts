import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import type { AnswerRow } from './contender.ts';

/** The same facts in DuckDB. */
export interface DuckFacts {
  /** Runs a query, and returns its rows with every value as text or null. */
  ask(sql: string): Promise<AnswerRow[]>;
  close(): void;
}

/** The copied columns, which are those that the bench's queries read. Instants are copied as milliseconds. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  request_admissions_v1: ['environment_id', 'purpose', 'logical_request_id', 'admitted_at'],
  request_terminals_v1: [
    ...['environment_id', 'purpose', 'logical_request_id', 'route_id', 'status', 'final_model', 'connection_id'],
    ...['total_ms', 'first_output_ms', 'admitted_at'],
  ],
  attempts_v1: [
    ...['environment_id', 'purpose', 'logical_request_id', 'attempt_id', 'route_id', 'provider_model'],
    ...['connection_id', 'total_tokens', 'dispatched_at', 'user', 'feature', 'project'],
  ],
  cost_effects_v1: [
    ...['environment_id', 'purpose', 'route_id', 'provider_model', 'connection_id', 'nanos', 'occurred_at'],
    ...['user', 'feature', 'project'],
  ],
};

/** Copies the facts by Parquet files, which are deleted afterwards. */
export async function copyToDuck(client: AnalyticsClient, folder: string): Promise<DuckFacts> {
  const transit = join(folder, 'parquet');
  mkdirSync(transit);
  const instance = await DuckDBInstance.create(join(folder, 'facts.duckdb'), { threads: '2' });
  const connection = await instance.connect();
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const file = join(transit, `${table}.parquet`);
    const sources = columns.map(sourceOf);
    const answer = await client.exec({
      query: `SELECT ${sources.join(', ')} FROM ${table} FORMAT Parquet`,
      clickhouse_settings: { max_execution_time: 0 },
    });
    await pipeline(answer.stream, createWriteStream(file));
    // TIMESTAMP and not TIMESTAMPTZ, which DuckDB truncates with ICU, ten times more slowly.
    const kept = columns.map((column) => (isInstant(column) ? `epoch_ms(${column}) AS ${column}` : column));
    await connection.run(`CREATE TABLE ${table} AS SELECT ${kept.join(', ')} FROM read_parquet('${file}')`);
    rmSync(file);
  }
  return {
    async ask(sql) {
      const result = await connection.runAndReadAll(sql);
      return result
        .getRowObjects()
        .map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
        );
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function sourceOf(column: string): string {
  if (column === 'project') return `tags['project'] AS project`;
  return isInstant(column) ? `toUnixTimestamp64Milli(${column}) AS ${column}` : column;
}

const isInstant = (column: string): boolean => column.endsWith('_at');
