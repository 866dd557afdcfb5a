import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { expiryCutoff } from '../../domain/kernel/lifetimes.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../domain/notices/notice-kinds.ts';
import { requireRow } from '../postgres/require-row.ts';

/** The figures of notices for operators. */
export interface NoticeGauges {
  /** The number of notices of every kind with an event within the last hour. */
  lastHour(): Promise<ReadonlyMap<NoticeKind, number>>;
  /** The seconds since the oldest notice reached the end of its lifetime; 0 if no notice has reached it. */
  overdueSeconds(): Promise<number>;
}

const HOUR_MS = 3_600_000;

export function createNoticeGauges(pool: pg.Pool, clock: Clock): NoticeGauges {
  return {
    async lastHour() {
      const { rows } = await pool.query<{ kind: string; count: number }>(
        'SELECT kind, count(*)::int AS count FROM notices WHERE last_at > $1 GROUP BY kind',
        [new Date(clock.now().getTime() - HOUR_MS)],
      );
      return new Map(NOTICE_KINDS.map((kind) => [kind, rows.find((row) => row.kind === kind)?.count ?? 0]));
    },

    async overdueSeconds() {
      const { rows } = await pool.query<{ oldest: Date | null }>('SELECT min(last_at) AS oldest FROM notices');
      const { oldest } = requireRow(rows);
      if (oldest === null) return 0;
      return Math.max(0, (expiryCutoff('notice', clock.now()).getTime() - oldest.getTime()) / 1_000);
    },
  };
}
