import type pg from 'pg';
import type { CacheFigure } from '../../domain/gateway/cache/cache-outcomes.ts';
import type { Clock } from '../../domain/kernel/clock.ts';

export interface CacheFigureStore {
  /** Adds the counts of a process to the current UTC day. */
  add(figures: readonly CacheFigure[]): Promise<void>;
}

export function createCacheFigureStore(pool: pg.Pool, clock: Clock): CacheFigureStore {
  return {
    async add(figures) {
      await pool.query(
        `INSERT INTO cache_figures AS f (day, rule_id, outcome, kind, requests, priced, saved_nano_usd)
         SELECT $1::date, * FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::numeric[])
         ON CONFLICT (day, rule_id, outcome, kind) DO UPDATE SET requests = f.requests + excluded.requests,
           priced = f.priced + excluded.priced, saved_nano_usd = f.saved_nano_usd + excluded.saved_nano_usd`,
        [
          clock.now().toISOString().slice(0, 10),
          ...[
            figures.map(({ ruleId }) => ruleId),
            figures.map(({ outcome }) => outcome),
            figures.map(({ kind }) => kind),
          ],
          ...[figures.map(({ requests }) => requests), figures.map(({ priced }) => priced)],
          figures.map(({ savedNanos }) => savedNanos),
        ],
      );
    },
  };
}
