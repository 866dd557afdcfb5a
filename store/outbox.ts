import type { Queryable } from './pool.ts';

/** What the relay is asked to do with a workflow. */
export type OutboxKind =
  | 'start_report_run'
  | 'cancel_report_run'
  /** Of a workspace: its schedules have changed, or one of them waits. */
  | 'nudge_dispatcher'
  | 'cancel_occurrence'
  | 'show_missed_occurrence';

/** The channel on which the relay listens; a notification carries nothing and is heard when its transaction commits. */
export const OUTBOX_CHANNEL = 'workflow_outbox';

/** Leaves work for Temporal, due at once, in the transaction of `client`. */
export async function enqueue(
  client: Queryable,
  entry: { kind: OutboxKind; workflowId: string },
  now: Date,
): Promise<void> {
  await client.query(
    'insert into workflow_outbox (kind, workflow_id, created_at, next_try_at) values ($1, $2, $3, $3)',
    [entry.kind, entry.workflowId, now],
  );
  await client.query("select pg_notify($1, '')", [OUTBOX_CHANNEL]);
}
