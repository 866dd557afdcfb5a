import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';

/** The turns of workers to check for housekeeping work. For each kind of check, one worker at a time has the turn. */
export interface HousekeepingTurnStore {
  /**
   * Takes the turn if no check ended since `since` and no other check has been in progress for less than `holdMs`
   * milliseconds. Returns true if the caller has it.
   */
  begin(look: string, input: { since: Date; holdMs: number }): Promise<boolean>;
  /** Ends a check. If it is never ended, the next caller after `holdMs` repeats it. */
  end(look: string): Promise<void>;
}

export function createHousekeepingTurnStore(pool: pg.Pool, clock: Clock): HousekeepingTurnStore {
  return {
    async begin(look, { since, holdMs }) {
      const now = clock.now();
      const { rowCount } = await pool.query(
        `INSERT INTO housekeeping_looks (look, held_until) VALUES ($1, $2)
         ON CONFLICT (look) DO UPDATE SET held_until = excluded.held_until
         WHERE (housekeeping_looks.looked_at IS NULL OR housekeeping_looks.looked_at < $3)
           AND housekeeping_looks.held_until <= $4`,
        [look, new Date(now.getTime() + holdMs), since, now],
      );
      return rowCount === 1;
    },

    async end(look) {
      await pool.query('UPDATE housekeeping_looks SET looked_at = $2, held_until = $2 WHERE look = $1', [
        look,
        clock.now(),
      ]);
    },
  };
}
