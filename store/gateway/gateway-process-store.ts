import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';

/** The store of the gateway's processes, live and dead. */
export interface GatewayProcessStore {
  /**
   * Records that a process is alive now. A process whose calls were already ended for it, or that a person
   * decommissioned, counts as alive again.
   */
  beat(processId: string): Promise<void>;
  /** Records that a process ended normally, or that its open calls were ended for it. */
  end(processId: string): Promise<void>;
  /** The ids of processes without an end that have been silent for `silentMs`, longest silence first. */
  findSilent(silentMs: number): Promise<string[]>;
  /**
   * Removes processes that ended, or sent their last heartbeat, more than `olderThanMs` ago, and configuration files
   * that were stored before and that no process names.
   */
  forget(olderThanMs: number): Promise<void>;
}

export function createGatewayProcessStore(pool: pg.Pool, clock: Clock): GatewayProcessStore {
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);
  return {
    async beat(processId) {
      await pool.query(
        `INSERT INTO gateway_processes (process_id, started_at, seen_at) VALUES ($1, $2, $2)
         ON CONFLICT (process_id) DO UPDATE SET seen_at = excluded.seen_at, ended_at = NULL, decommissioned_at = NULL`,
        [processId, clock.now()],
      );
    },

    async end(processId) {
      await pool.query('UPDATE gateway_processes SET ended_at = $2 WHERE process_id = $1 AND ended_at IS NULL', [
        processId,
        clock.now(),
      ]);
    },

    async findSilent(silentMs) {
      const { rows } = await pool.query<{ processId: string }>(
        `SELECT process_id AS "processId" FROM gateway_processes WHERE ended_at IS NULL AND seen_at <= $1
         ORDER BY seen_at, process_id`,
        [before(silentMs)],
      );
      return rows.map(({ processId }) => processId);
    },

    async forget(olderThanMs) {
      await pool.query('DELETE FROM gateway_processes WHERE coalesce(ended_at, seen_at) < $1', [before(olderThanMs)]);
      await pool.query(
        `DELETE FROM gateway_configurations file WHERE stored_at < $1
           AND NOT EXISTS (SELECT FROM gateway_processes p WHERE p.configuration_digest = file.digest)`,
        [before(olderThanMs)],
      );
    },
  };
}
