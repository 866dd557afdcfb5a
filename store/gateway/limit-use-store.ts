import type pg from 'pg';
import type { LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import type { TimeBucket } from '../../domain/insight/windows/buckets.ts';
import type { Clock } from '../../domain/kernel/clock.ts';

/** The used amount of a limit at a node; amounts are whole numbers in the unit of the limit. */
export interface LimitUse {
  readonly limitId: string;
  readonly node: string;
  readonly unit: LimitUnit;
  readonly settled: bigint;
  /** The amount charged for processes that died. */
  readonly lapsed: bigint;
  /** The amount that processes hold, for calls in flight or for later ones. */
  readonly leased: bigint;
  /** The number of processes that hold a lease. */
  readonly holders: number;
  readonly resetsAt: Date | null;
}

/** A limit of a configuration file, with its current window. */
export interface CurrentLimit {
  readonly limitId: string;
  readonly unit: LimitUnit;
  /** The window in Unix milliseconds, with an exclusive end; undefined if calls in flight are counted. */
  readonly window: TimeBucket | undefined;
}

/** The use of a current limit at one node. */
export interface CurrentLimitUse extends Pick<LimitUse, 'limitId' | 'settled' | 'lapsed' | 'leased'> {
  /** The node; null for a limit without any use in its window. */
  readonly node: string | null;
  /** The last warning that callers of the limit got at this node; null before the first. */
  readonly warnedAt: Date | null;
  /** The percentage of the limit that was used or reserved at the last warning. */
  readonly warnedPercent: number | null;
}

/** The position at which a page of current uses continues: strictly after this limit and node. */
export interface LimitUsePosition {
  readonly limitId: string;
  /** The node; empty for a limit without any use. */
  readonly node: string;
}

export interface LimitUseStore {
  /** The use of each limit in the current window, by limit and node. */
  list(): Promise<LimitUse[]>;
  /**
   * One page of the uses of these limits in their windows, by limit and node. A limit without any use has one row.
   * @param page `node` restricts the page to one node
   */
  listCurrent(
    limits: readonly CurrentLimit[],
    page: { readonly after: LimitUsePosition | undefined; readonly node: string | undefined; readonly limit: number },
  ): Promise<CurrentLimitUse[]>;
}

export function createLimitUseStore(pool: pg.Pool, clock: Clock): LimitUseStore {
  return {
    async list() {
      const { rows } = await pool.query<LimitUse>(
        `SELECT limit_id AS "limitId", node, unit, settled, lapsed, leased, window_to AS "resetsAt",
           (SELECT count(*)::int FROM gateway_limit_leases l WHERE l.counter_id = c.counter_id AND l.ended_at IS NULL) AS holders
         FROM gateway_limit_counters c
         WHERE window_from IS NULL OR (window_from <= $1 AND window_to > $1)
         ORDER BY limit_id, node, window_to`,
        [clock.now()],
      );
      return rows;
    },

    async listCurrent(limits, { after, node = null, limit }) {
      const at = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
      const { rows } = await pool.query<CurrentLimitUse>(CURRENT, [
        limits.map(({ limitId }) => limitId),
        limits.map(({ unit }) => unit),
        limits.map(({ window }) => at(window?.from)),
        limits.map(({ window }) => at(window?.to)),
        ...[after?.limitId ?? '', after?.node ?? '', node, limit],
      ]);
      return rows;
    },
  };
}

/**
 * The counters of limits in their windows. The two branches use the index of windows and the index of counters without
 * a window.
 */
const CURRENT = `
  SELECT l.limit_id AS "limitId", c.node, coalesce(c.settled, 0) AS settled, coalesce(c.lapsed, 0) AS lapsed,
    coalesce(c.leased, 0) AS leased, c.warned_at AS "warnedAt", c.warned_percent AS "warnedPercent"
  FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) AS l (limit_id, unit, window_from, window_to)
    LEFT JOIN LATERAL (
      SELECT node, settled, lapsed, leased, warned_at, warned_percent FROM gateway_limit_counters AS w
      WHERE w.limit_id = l.limit_id AND w.unit = l.unit AND w.window_from = l.window_from AND w.window_to = l.window_to
      UNION ALL
      SELECT node, settled, lapsed, leased, warned_at, warned_percent FROM gateway_limit_counters AS f
      WHERE f.limit_id = l.limit_id AND f.unit = l.unit AND f.window_to IS NULL AND l.window_to IS NULL
    ) AS c ON TRUE
  WHERE (l.limit_id COLLATE "C", coalesce(c.node, '') COLLATE "C") > ($5, $6) AND ($7::text IS NULL OR c.node = $7)
  ORDER BY l.limit_id COLLATE "C", coalesce(c.node, '') COLLATE "C" LIMIT $8`;
