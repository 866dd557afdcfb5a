import { formatTraceparent } from '../../tracing/traceparent.ts';
import type { Queryable } from '../postgres/pool.ts';

/** The requests to the relay about a workflow. */
export const OUTBOX_KINDS = [
  'start_report_run',
  'cancel_report_run',
  // Workspace: its schedules have changed, or one of them waits.
  'nudge_dispatcher',
  'cancel_occurrence',
  'show_missed_occurrence',
  'start_comparison_run',
  'cancel_comparison_run',
  'start_experiment_run',
  'cancel_experiment_run',
  'start_calibration_fit',
] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/**
 * The channel on which the relay listens. A notification has no payload and is delivered when its transaction commits.
 */
export const OUTBOX_CHANNEL = 'workflow_outbox';

/** Enqueues work for Temporal, due immediately, in the transaction of `client` and in the current trace. */
export async function enqueue(
  client: Queryable,
  entry: { kind: OutboxKind; workflowId: string },
  now: Date,
): Promise<void> {
  await client.query(
    'INSERT INTO workflow_outbox (kind, workflow_id, created_at, next_try_at, trace_context) VALUES ($1, $2, $3, $3, $4)',
    [entry.kind, entry.workflowId, now, formatTraceparent() ?? null],
  );
  await client.query("SELECT pg_notify($1, '')", [OUTBOX_CHANNEL]);
}
