import type pg from 'pg';
import type { LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
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

export interface LimitUseStore {
  /** The use of each limit in the current window, by limit and node. */
  list(): Promise<LimitUse[]>;
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
  };
}
