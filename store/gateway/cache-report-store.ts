import type pg from 'pg';
import type { CacheFigure } from '../../domain/gateway/cache/cache-outcomes.ts';
import { requireRow } from '../postgres/require-row.ts';
import type { Clock } from '../../domain/kernel/clock.ts';

/** The number, size and age of the cache's entries. */
export interface CacheEntryTotals {
  readonly entries: number;
  /** The total bytes of their bodies. */
  readonly bytes: number;
  /**
   * The age of the entries in whole seconds: median, 90th percentile and maximum; undefined if there are no entries.
   */
  readonly ages: { readonly p50: number; readonly p90: number; readonly max: number } | undefined;
}

/** The figures of the cache for its operators. */
export interface CacheReportStore {
  /** The total of all figures, and the first day that was counted; undefined if nothing was counted yet. */
  figures(): Promise<{ readonly since: string | undefined; readonly figures: readonly CacheFigure[] }>;
  /** The entries that have not expired. */
  held(): Promise<CacheEntryTotals>;
}

export function createCacheReportStore(pool: pg.Pool, clock: Clock): CacheReportStore {
  return {
    async figures() {
      const { rows } = await pool.query<FigureRow>(
        `SELECT min(day)::text AS since, rule_id, outcome, kind, sum(requests)::text AS requests, sum(priced)::text AS priced,
           sum(saved_nano_usd) AS saved FROM cache_figures GROUP BY rule_id, outcome, kind ORDER BY rule_id, outcome, kind`,
      );
      const days = rows.map(({ since }) => since).sort();
      return { since: days[0], figures: rows.map(figureFromRow) };
    },

    async held() {
      const { rows } = await pool.query<HeldRow>(
        `SELECT count(*) AS entries, coalesce(sum(body_bytes), 0)::text AS bytes,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY age) AS p50, percentile_disc(0.9) WITHIN GROUP (ORDER BY age) AS p90,
           max(age) AS max
         FROM (
           SELECT body_bytes, greatest(0, floor(extract(epoch FROM $1::timestamptz - created_at)))::int AS age
           FROM cache_entries WHERE expires_at > $1
         ) AS held`,
        [clock.now()],
      );
      const { entries, bytes, p50, p90, max } = requireRow(rows);
      const isNone = p50 === null || p90 === null || max === null;
      return { entries: Number(entries), bytes: Number(bytes), ages: isNone ? undefined : { p50, p90, max } };
    },
  };
}

interface FigureRow {
  since: string;
  rule_id: string;
  outcome: CacheFigure['outcome'];
  kind: CacheFigure['kind'];
  requests: string;
  priced: string;
  saved: string;
}

function figureFromRow({ rule_id: ruleId, outcome, kind, requests, priced, saved }: FigureRow): CacheFigure {
  return {
    ...{ ruleId, outcome, kind },
    requests: BigInt(requests),
    priced: BigInt(priced),
    savedNanos: BigInt(saved),
  };
}

interface HeldRow {
  entries: bigint;
  bytes: string;
  p50: number | null;
  p90: number | null;
  max: number | null;
}
