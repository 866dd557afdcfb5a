import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { OVERDUE_MS } from '../../domain/schedules/report-schedule.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

/** The maximum number of workspaces that one pass nudges; the next pass takes the rest. */
const BATCH = 100;

/** Finds the workspaces whose schedules nothing else would ever move again, and nudges their dispatchers. */
export interface OverdueWorkspaceStore {
  /**
   * Nudges workspaces where nothing is in flight and a schedule has been due for a minute, the longest overdue first.
   * One whose nudge waits in the outbox is passed over, and so is one that was nudged less than `untouchedMs`
   * milliseconds ago, or lately for how long it is overdue. Returns their ids, and whom they keep waiting.
   */
  nudgeOverdue(untouchedMs: number): Promise<{ workspaceId: string; scheduleId: string; dueAt: Date }[]>;
  /**
   * Marks occurrences in flight that nobody moved for `untouchedMs` milliseconds, nor their runs, as touched, and
   * nudges their workspaces. One whose nudge waits in the outbox, or that was touched lately for how old it is, is
   * passed over.
   */
  nudgeStale(untouchedMs: number): Promise<{ workspaceId: string; occurrenceId: string }[]>;
}

/**
 * Binds the search to the database. Its statements are not prepared, as they look for the few rows before an instant.
 */
export function createOverdueWorkspaceStore(pool: pg.Pool, clock: Clock): OverdueWorkspaceStore {
  return {
    nudgeOverdue: (untouchedMs) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const values = [now, before(now, OVERDUE_MS), before(now, untouchedMs), BATCH];
        const { rows } = await client.query<{ workspaceId: string; scheduleId: string; dueAt: Date }>({
          text: MARK_OVERDUE,
          values,
        });
        await nudge(client, rows, now);
        return rows;
      }),

    nudgeStale: (untouchedMs) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        const { rows } = await client.query<{ workspaceId: string; occurrenceId: string }>({
          text: MARK_STALE,
          values: [now, before(now, untouchedMs), BATCH],
        });
        await nudge(client, rows, now);
        return rows;
      }),
  };
}

/** True while a nudge of the workspace waits for a relay. */
const nudgeWaits = (workspaceId: string): string => `EXISTS (
      SELECT FROM workflow_outbox b
      WHERE b.workflow_id = ${workspaceId} AND b.kind = 'nudge_dispatcher' AND b.sent_at IS NULL AND b.dead_at IS NULL)`;

/**
 * The condition that as much time has passed since a nudge as between it and the beginning, or half an hour: each wait
 * is twice as long as the one before. Work that only waits for its turn must not be nudged again and again, which would
 * make the turns longer. For example, 1,000 workspaces that were due at once got 4,700 nudges in 20 minutes, and now
 * get five each at most in the first half-hour.
 */
const isWaitOver = (nudgedAt: string, since: string): string =>
  `$1::timestamptz - ${nudgedAt} >= least(${nudgedAt} - ${since}, interval '30 minutes')`;

// A workspace is found by its oldest schedule alone, which also stores the time of the nudge. A dispatcher that is down
// for long then gets no signal at every pass, and the hundred that are overdue the longest do not hide the others.
const MARK_OVERDUE = `
  WITH marked AS (
    UPDATE report_schedules SET nudged_at = $1 WHERE schedule_id IN (
      SELECT schedule_id FROM report_schedules s
      WHERE next_run_at <= $2
        AND (nudged_at IS NULL OR (nudged_at <= $3 AND ${isWaitOver('nudged_at', 'next_run_at')}))
        AND NOT EXISTS (
          SELECT FROM report_schedules e
          WHERE e.workspace_id = s.workspace_id AND e.next_run_at IS NOT NULL
            AND (e.next_run_at, e.schedule_id) < (s.next_run_at, s.schedule_id))
        AND NOT EXISTS (
          SELECT FROM report_occurrences o
          WHERE o.workspace_id = s.workspace_id AND o.state IN ('claimed', 'running', 'cancelling'))
        AND NOT ${nudgeWaits('s.workspace_id')}
      ORDER BY next_run_at LIMIT $4 FOR UPDATE SKIP LOCKED)
    RETURNING workspace_id AS "workspaceId", schedule_id AS "scheduleId", next_run_at AS "dueAt"
  )
  SELECT * FROM marked ORDER BY "dueAt"`;

const MARK_STALE = `
  UPDATE report_occurrences SET touched_at = $1 WHERE occurrence_id IN (
    SELECT occurrence_id FROM report_occurrences o
    WHERE state IN ('claimed', 'running', 'cancelling') AND touched_at <= $2
      AND ${isWaitOver('touched_at', 'created_at')}
      AND NOT EXISTS (SELECT FROM report_runs n WHERE n.run_id = o.run_id AND n.touched_at > $2)
      AND NOT ${nudgeWaits('o.workspace_id')}
    ORDER BY touched_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING workspace_id AS "workspaceId", occurrence_id AS "occurrenceId"`;

async function nudge(client: Queryable, found: readonly { workspaceId: string }[], now: Date): Promise<void> {
  for (const { workspaceId } of found) {
    await enqueue(client, { kind: 'nudge_dispatcher', workflowId: workspaceId }, now);
  }
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}
