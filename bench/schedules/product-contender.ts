import type pg from 'pg';
import { OUTBOX_CHANNEL } from '../../store/outbox/enqueue.ts';
import { dispatcherWorkflowId, REPORT_OCCURRENCE_WORKFLOW } from '../../workflows/public.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import type { DueContender } from './due-contender.ts';
import { makeSchedules, weeklyFrom, listWorkspaceIds, type BenchPeople, type ScheduleBatch } from './made-schedules.ts';

const RELAY_SECONDS = 300;

/**
 * The contender of the product. Schedules are rows, and the outbox wakes their dispatchers once, which then sleep until
 * the instant.
 */
export function productContender(pool: pg.Pool, people: BenchPeople): DueContender {
  return {
    name: 'schedules',
    workflow: REPORT_OCCURRENCE_WORKFLOW,
    dispatcherOf: dispatcherWorkflowId,
    preparationSeconds: ({ workspaces }) => 4 + workspaces / 8,
    prepare: async (batch, dueAt) => {
      await makeSchedules(pool, people, batch, weeklyFrom(dueAt));
      await nudgeAllDispatchers(pool, batch);
      return undefined;
    },
    verify: (batch, dueAt) => requireDelivered(pool, people, batch, dueAt),
  };
}

/** Nudges the dispatchers of a batch through the outbox, and waits until the relay has delivered the nudges. */
export async function nudgeAllDispatchers(pool: pg.Pool, batch: ScheduleBatch): Promise<void> {
  await pool.query(
    `INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at)
     SELECT 'nudge_dispatcher', w, $2, $2 FROM unnest($1::text[]) w`,
    [listWorkspaceIds(batch), new Date()],
  );
  await pool.query(`NOTIFY ${OUTBOX_CHANNEL}`);
  await waitUntil(async () => {
    const { rowCount } = await pool.query('SELECT FROM workflow_outbox WHERE sent_at IS NULL LIMIT 1');
    return rowCount === 0;
  }, RELAY_SECONDS);
}

/** The number of delivered occurrences of the batch so far. */
export async function countDelivered(pool: pg.Pool, batch: ScheduleBatch): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM report_occurrences WHERE workspace_id = ANY($1) AND state = 'delivered'`,
    [listWorkspaceIds(batch)],
  );
  return rows[0]?.count ?? 0;
}

/**
 * Requires that every schedule delivered its instant exactly once: one occurrence, one run with an answer, and an item
 * for each recipient. No workspace may have had two occurrences at a time.
 */
async function requireDelivered(
  pool: pg.Pool,
  { subjectIds }: BenchPeople,
  batch: ScheduleBatch,
  dueAt: Date,
): Promise<void> {
  const { rows } = await pool.query<Record<string, number>>(
    `WITH taken AS (
       SELECT *, lag(finished_at) OVER (PARTITION BY workspace_id ORDER BY created_at) AS previous_end
       FROM report_occurrences WHERE workspace_id = ANY($1)
     )
     SELECT count(*)::int AS occurrences, count(DISTINCT o.schedule_id)::int AS schedules,
       (count(*) FILTER (WHERE o.state = 'delivered' AND o.scheduled_for = $2 AND o.delivered_count = $3
          AND o.suppressed_count = 0))::int AS delivered,
       (count(*) FILTER (WHERE r.state IN ('ready', 'partial') AND a.run_id IS NOT NULL))::int AS answered,
       (count(*) FILTER (WHERE o.created_at < o.previous_end))::int AS overlapping
     FROM taken o LEFT JOIN report_runs r USING (run_id) LEFT JOIN report_answers a USING (run_id)`,
    [listWorkspaceIds(batch), dueAt, subjectIds.length],
  );
  const all = batch.schedules;
  requireEqual('occurrences', rows[0], {
    occurrences: all,
    schedules: all,
    delivered: all,
    answered: all,
    overlapping: 0,
  });
  const items = await pool.query<{ recipient: string; items: number; sources: number }>(
    `SELECT recipient, count(*)::int AS items, count(DISTINCT source_id)::int AS sources
     FROM report_inbox_items WHERE workspace_id = ANY($1) GROUP BY recipient ORDER BY recipient`,
    [listWorkspaceIds(batch)],
  );
  requireEqual(
    'inbox items',
    items.rows,
    subjectIds.toSorted().map((recipient) => ({ recipient, items: all, sources: all })),
  );
}

function requireEqual(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== should) throw new Error(`The ${what} are ${is}, not ${should}.`);
}
