import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';

/** The processes of the gateway, alive and dead. */
export interface GatewayProcessStore {
  /** Says that a process is alive now; one that its calls were ended for is alive again. */
  beat(processId: string): Promise<void>;
  /** Says that a process ended in order, or that what it left open is ended. */
  end(processId: string): Promise<void>;
  /** Ids of the processes that have been silent for so long without an end, the longest silent first. */
  findSilent(silentMs: number): Promise<string[]>;
  /** Removes processes that ended, or were last alive, so long ago. */
  forget(olderThanMs: number): Promise<void>;
}

export function createGatewayProcessStore(pool: pg.Pool, clock: Clock): GatewayProcessStore {
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);
  return {
    async beat(processId) {
      await pool.query(
        `INSERT INTO gateway_processes (process_id, started_at, seen_at) VALUES ($1, $2, $2)
         ON CONFLICT (process_id) DO UPDATE SET seen_at = excluded.seen_at, ended_at = NULL`,
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
    },
  };
}
