import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction } from '../postgres/pool.ts';

/** The maximum number of runs that one pass takes up; the next pass takes the rest. */
const BATCH = 100;

/** Finds the comparison runs that nothing else would ever move again. */
export interface LostComparisonRunStore {
  /**
   * Orders the start of runs that go on and in which nobody began a call for `untouchedMs` milliseconds, in one
   * transaction; a run whose start is already on its way is passed over. Returns their ids. One that only waits has its
   * workflow, which a second start meets.
   */
  startStaleAgain(untouchedMs: number): Promise<string[]>;
}

/** Binds the search to the database. */
export function createLostComparisonRunStore(pool: pg.Pool, clock: Clock): LostComparisonRunStore {
  return {
    startStaleAgain: (untouchedMs) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { rows } = await client.query<{ runId: string }>(
          `UPDATE comparison_runs SET touched_at = $1 WHERE run_id IN (
             SELECT run_id FROM comparison_runs n
             WHERE state IN ('queued', 'arms_running', 'scoring') AND coalesce(touched_at, queued_at) <= $2
               AND NOT EXISTS (
                 SELECT FROM workflow_outbox o WHERE o.workflow_id = n.run_id AND o.kind = 'start_comparison_run'
                   AND o.sent_at IS NULL AND o.dead_at IS NULL)
             ORDER BY queued_at LIMIT $3 FOR UPDATE SKIP LOCKED)
           RETURNING run_id AS "runId"`,
          [now, new Date(now.getTime() - untouchedMs), BATCH],
        );
        for (const { runId } of rows) await enqueue(client, { kind: 'start_comparison_run', workflowId: runId }, now);
        return rows.map(({ runId }) => runId);
      }),
  };
}
