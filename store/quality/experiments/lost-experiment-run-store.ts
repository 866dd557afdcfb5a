import type pg from 'pg';
import type { Clock } from '../../../domain/kernel/clock.ts';
import { enqueue } from '../../outbox/enqueue.ts';
import { inTransaction } from '../../postgres/pool.ts';

/** The maximum number of runs that one pass restarts; the next pass takes the rest. */
const BATCH = 100;

/** Finds runs of experiments whose workflow was lost, so that nothing else would continue them. */
export interface LostExperimentRunStore {
  /**
   * Enqueues the start of running runs that have not prepared a cell or begun a call for `untouchedMs` milliseconds, in
   * one transaction. A run whose start is already enqueued is skipped. Returns the ids of the runs. If a run is only
   * waiting, its workflow exists and absorbs the second start.
   */
  startStaleAgain(untouchedMs: number): Promise<string[]>;
}

export function createLostExperimentRunStore(pool: pg.Pool, clock: Clock): LostExperimentRunStore {
  return {
    startStaleAgain: (untouchedMs) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { rows } = await client.query<{ runId: string }>(
          `UPDATE quality_experiment_runs SET touched_at = $1 WHERE run_id IN (
             SELECT run_id FROM quality_experiment_runs n
             WHERE state = 'running' AND touched_at <= $2
               AND NOT EXISTS (
                 SELECT FROM workflow_outbox o WHERE o.workflow_id = n.run_id AND o.kind = 'start_experiment_run'
                   AND o.sent_at IS NULL AND o.dead_at IS NULL)
             ORDER BY started_at LIMIT $3 FOR UPDATE SKIP LOCKED)
           RETURNING run_id AS "runId"`,
          [now, new Date(now.getTime() - untouchedMs), BATCH],
        );
        for (const { runId } of rows) await enqueue(client, { kind: 'start_experiment_run', workflowId: runId }, now);
        return rows.map(({ runId }) => runId);
      }),
  };
}
