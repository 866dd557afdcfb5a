import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { OVERDUE_MS } from '../../domain/schedules/report-schedule.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

/** The maximum number of workspaces that one pass nudges; the next pass takes the rest. */
const BATCH = 100;

/** Finds workspaces whose schedules nothing else would continue, and nudges their dispatchers. */
export interface OverdueWorkspaceStore {
  /**
   * Nudges workspaces that have nothing in flight and a schedule that has been due for a minute, longest overdue first.
   * A workspace is skipped if its nudge waits in the outbox, if it was nudged less than `untouchedMs` milliseconds ago,
   * or if its backoff has not ended. Returns the workspaces with the schedules that wait.
   */
  nudgeOverdue(untouchedMs: number): Promise<{ workspaceId: string; scheduleId: string; dueAt: Date }[]>;
  /**
   * Nudges the workspaces of occurrences in flight that were not touched for `untouchedMs` milliseconds, nor their
   * runs, and marks the occurrences as touched. An occurrence is skipped if the nudge of its workspace waits in the
   * outbox, or if its backoff has not ended.
   */
  nudgeStale(untouchedMs: number): Promise<{ workspaceId: string; occurrenceId: string }[]>;
}

/**
 * Creates the store. Its statements are not prepared, because a cached plan is bad for the few rows before an instant.
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

/** The SQL condition that a nudge of the workspace waits for a relay. */
const nudgeWaits = (workspaceId: string): string => `EXISTS (
      SELECT FROM workflow_outbox b
      WHERE b.workflow_id = ${workspaceId} AND b.kind = 'nudge_dispatcher' AND b.sent_at IS NULL AND b.dead_at IS NULL)`;

/**
 * The SQL condition of the backoff: the time since the last nudge is at least the time between the beginning and that
 * nudge, or half an hour. Each wait is therefore twice as long as the previous one. Work that only waits for its turn
 * must not be nudged repeatedly, because nudges make the turns longer. Without the backoff, 1,000 workspaces that were
 * due at the same time got 4,700 nudges in 20 minutes; now each gets at most five in the first half-hour.
 */
const isWaitOver = (nudgedAt: string, since: string): string =>
  `$1::timestamptz - ${nudgedAt} >= least(${nudgedAt} - ${since}, interval '30 minutes')`;

// A workspace is found only by its oldest schedule, which also stores the time of the nudge. A dispatcher that is down
// for a long time therefore gets no signal at each pass, and the hundred longest overdue workspaces do not hide the
// others.
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
