import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { requireRow } from '../../postgres/require-row.ts';

/** The figures of all fits without a result, for operators. */
export interface CalibrationGauges {
  open(): Promise<{
    readonly fits: number;
    /**
     * Seconds since the request of the oldest open fit; 0 without one. The reconciler moves `touched_at`, so that
     * column does not show how long a fit has waited.
     */
    readonly oldestSeconds: number;
  }>;
}

/** Creates the store. It reads only open fits. */
export function createCalibrationGauges(pool: pg.Pool, clock: Clock): CalibrationGauges {
  return {
    async open() {
      const { rows } = await pool.query<{ fits: number; oldest: Date | null }>(
        'SELECT count(*)::int AS fits, min(requested_at) AS oldest FROM calibration_fits WHERE ended_at IS NULL',
      );
      const { fits, oldest } = requireRow(rows);
      const oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1_000);
      return { fits, oldestSeconds };
    },
  };
}
