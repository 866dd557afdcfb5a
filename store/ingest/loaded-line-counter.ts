import type pg from 'pg';
import { requireRow } from '../postgres/require-row.ts';

/** Counts the lines that can be read: those of loaded batches of sources whose id begins with `prefix`. */
export type LoadedLineCounter = (prefix: string) => Promise<number>;

export function createLoadedLineCounter(pool: pg.Pool): LoadedLineCounter {
  return async (prefix) => {
    const { rows } = await pool.query<{ lines: string }>(
      `SELECT coalesce(sum(line_count), 0)::text AS lines FROM ingest_batches
       WHERE starts_with(source_id, $1) AND loaded_at IS NOT NULL`,
      [prefix],
    );
    return Number(requireRow(rows).lines);
  };
}
