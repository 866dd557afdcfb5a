import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { requireRow } from '../../postgres/require-row.ts';

/** The figures of all running runs of experiments, for operators. */
export interface ExperimentGauges {
  running(): Promise<{
    readonly runs: number;
    /** Seconds since the start of the oldest running run; 0 without one. */
    readonly oldestSeconds: number;
    /**
     * The longest time, in seconds, since a call of a run began or ended; for a run without calls, since its start. 0
     * without a running run. The reconciler moves `touched_at`, so that column does not show progress.
     */
    readonly maxStillSeconds: number;
    readonly callsInFlight: number;
  }>;
}

/** Creates the store. It reads only running runs and reserved calls. */
export function createExperimentGauges(pool: pg.Pool, clock: Clock): ExperimentGauges {
  return {
    async running() {
      const { rows } = await pool.query<{ runs: number; oldest: Date | null; still: Date | null; inFlight: number }>(
        `SELECT count(*)::int AS runs, min(n.started_at) AS oldest, min(coalesce(c.moved, n.started_at)) AS still,
           (SELECT count(*)::int FROM quality_experiment_calls WHERE state = 'reserved') AS "inFlight"
         FROM quality_experiment_runs n LEFT JOIN LATERAL (
           SELECT greatest(max(reserved_at), max(settled_at)) AS moved FROM quality_experiment_calls
           WHERE run_id = n.run_id) c ON true
         WHERE n.state = 'running'`,
      );
      const { runs, oldest, still, inFlight } = requireRow(rows);
      const now = clock.now().getTime();
      const since = (at: Date | null): number => (at === null ? 0 : Math.max(0, (now - at.getTime()) / 1_000));
      return { runs, oldestSeconds: since(oldest), maxStillSeconds: since(still), callsInFlight: inFlight };
    },
  };
}
