import type pg from 'pg';
import type { LimitUnit } from '../../domain/gateway/governance/limit-kind.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction } from '../postgres/pool.ts';

/** The counter of a limit on which leases of a dead process have lapsed. */
export interface LapsedCounter {
  readonly counterId: string;
  /** The id of the process, which is also the writer id of its part of the journal. */
  readonly process: string;
  /** The node, such as `team:<organization>:<owner>`. */
  readonly node: string;
  readonly unit: Exclude<LimitUnit, 'calls'>;
  /** The window of the counter; its end is exclusive. */
  readonly from: Date;
  readonly to: Date;
}

export interface LapsedLeaseStore {
  /**
   * The counters with leases that lapsed at least `lapsedForMs` ago and are not accounted for, if their process holds
   * no other lease.
   */
  find(lapsedForMs: number): Promise<LapsedCounter[]>;
  /**
   * Charges a dead process for its actual calls on a counter, and releases the rest of its leases. The charge never
   * exceeds what the leases held.
   * @param cameTo the total of all calls of the process that the counter counts, in the unit of the limit
   * @returns the amount that was released
   */
  account(counter: Pick<LapsedCounter, 'counterId' | 'process'>, cameTo: bigint): Promise<bigint>;
}

export function createLapsedLeaseStore(pool: pg.Pool, clock: Clock): LapsedLeaseStore {
  return {
    async find(lapsedForMs) {
      const { rows } = await pool.query<LapsedCounter>(
        `SELECT DISTINCT c.counter_id AS "counterId", split_part(l.holder, '.', 1) AS process, c.node, c.unit,
           c.window_from AS "from", c.window_to AS "to"
         FROM gateway_limit_leases l JOIN gateway_limit_counters c USING (counter_id)
         WHERE l.lapsed > 0 AND l.accounted_at IS NULL AND l.expires_at <= $1 AND c.unit <> 'calls'
           AND NOT EXISTS (
             SELECT FROM gateway_limit_leases o
             WHERE split_part(o.holder, '.', 1) = split_part(l.holder, '.', 1) AND (o.ended_at IS NULL OR o.expires_at > $1))
         ORDER BY process, "counterId"`,
        [new Date(clock.now().getTime() - lapsedForMs)],
      );
      return rows;
    },

    account: ({ counterId, process }, cameTo) =>
      inTransaction(pool, async (client) => {
        await client.query('SELECT FROM gateway_limit_counters WHERE counter_id = $1 FOR NO KEY UPDATE', [counterId]);
        const { rows } = await client.query<{ leaseId: string; settled: bigint; lapsed: bigint; isAccounted: boolean }>(
          `SELECT lease_id AS "leaseId", settled, lapsed, accounted_at IS NOT NULL AS "isAccounted"
           FROM gateway_limit_leases WHERE counter_id = $1 AND split_part(holder, '.', 1) = $2
           ORDER BY lease_id FOR NO KEY UPDATE`,
          [counterId, process],
        );
        let owed =
          cameTo -
          rows.reduce((sum, { settled, lapsed, isAccounted }) => sum + settled + (isAccounted ? lapsed : 0n), 0n);
        let freed = 0n;
        for (const { leaseId, lapsed } of rows.filter(({ isAccounted }) => !isAccounted)) {
          const charged = owed <= 0n ? 0n : owed < lapsed ? owed : lapsed;
          owed -= charged;
          freed += lapsed - charged;
          await client.query('UPDATE gateway_limit_leases SET lapsed = $2, accounted_at = $3 WHERE lease_id = $1', [
            leaseId,
            charged,
            clock.now(),
          ]);
        }
        await client.query('UPDATE gateway_limit_counters SET lapsed = lapsed - $2 WHERE counter_id = $1', [
          counterId,
          freed,
        ]);
        return freed;
      }),
  };
}
