import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction } from '../postgres/pool.ts';

/** The maximum number of runs that one pass handles; the next pass takes the rest. */
const BATCH = 100;

/** Finds runs that nothing else would continue. */
export interface LostRunStore {
  /** The running attempts whose worker let its lease expire. */
  lapsed(): Promise<{ runId: string; attempt: number }[]>;
  /**
   * Enqueues the start of unsettled runs that were not touched for `untouchedMs` milliseconds, and marks them as
   * touched, in one transaction. A run is skipped if its start is already enqueued, or if it belongs to an occurrence,
   * which is found separately. Returns the ids of the runs.
   */
  startStaleAgain(untouchedMs: number): Promise<string[]>;
  /** Enqueues the start of one run. For a run of an occurrence, it nudges the dispatcher of the workspace instead. */
  startAgain(runId: string): Promise<void>;
}

export function createLostRunStore(pool: pg.Pool, clock: Clock): LostRunStore {
  return {
    async lapsed() {
      const { rows } = await pool.query<{ runId: string; attempt: number }>(
        `SELECT run_id AS "runId", attempt FROM report_runs
         WHERE state = 'running' AND lease_until <= $1 ORDER BY lease_until LIMIT $2`,
        [clock.now(), BATCH],
      );
      return rows;
    },

    startStaleAgain: (untouchedMs) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { rows } = await client.query<{ runId: string }>(
          `UPDATE report_runs SET touched_at = $1 WHERE run_id IN (
             SELECT run_id FROM report_runs n
             WHERE state IN ('queued', 'running') AND occurrence_id IS NULL AND touched_at <= $2 AND NOT EXISTS (
               SELECT FROM workflow_outbox o
               WHERE o.workflow_id = n.run_id AND o.kind = 'start_report_run' AND o.sent_at IS NULL AND o.dead_at IS NULL)
             ORDER BY touched_at LIMIT $3 FOR UPDATE SKIP LOCKED)
           RETURNING run_id AS "runId"`,
          [now, new Date(now.getTime() - untouchedMs), BATCH],
        );
        for (const { runId } of rows) await enqueue(client, { kind: 'start_report_run', workflowId: runId }, now);
        return rows.map(({ runId }) => runId);
      }),

    async startAgain(runId) {
      const { rows } = await pool.query<{ workspaceId: string }>(
        `SELECT workspace_id AS "workspaceId" FROM report_runs WHERE run_id = $1 AND occurrence_id IS NOT NULL`,
        [runId],
      );
      const workspaceId = rows[0]?.workspaceId;
      const order =
        workspaceId === undefined
          ? ({ kind: 'start_report_run', workflowId: runId } as const)
          : ({ kind: 'nudge_dispatcher', workflowId: workspaceId } as const);
      await enqueue(pool, order, clock.now());
    },
  };
}
