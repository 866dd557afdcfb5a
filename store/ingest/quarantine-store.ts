import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { requireRow } from '../postgres/require-row.ts';

const DAY_MS = 86_400_000;

/** Lines of traffic that were set aside, over all sources. */
export interface QuarantineCounts {
  readonly total: number;
  /** Those of batches that were planned within a day. */
  readonly today: number;
  /** The most frequent reason of today's; empty without any. */
  readonly reason: string;
}

/** Binds what was set aside to the database. */
export function createQuarantineStore(pool: pg.Pool, clock: Clock): { counts(): Promise<QuarantineCounts> } {
  return {
    async counts() {
      const { rows } = await pool.query<{ total: number; today: number; reason: string | null }>(
        `SELECT count(*)::int AS total, (count(*) FILTER (WHERE planned_at > $1))::int AS today,
           mode() WITHIN GROUP (ORDER BY reason) FILTER (WHERE planned_at > $1) AS reason
         FROM ingest_quarantine JOIN ingest_batches USING (batch_id)`,
        [new Date(clock.now().getTime() - DAY_MS)],
      );
      const { total, today, reason } = requireRow(rows);
      return { total, today, reason: reason ?? '' };
    },
  };
}
