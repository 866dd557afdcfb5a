import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { type IdempotencyKey, type StoredAnswer, withIdempotency } from '../postgres/idempotency.ts';
import { inTransaction, type Queryable } from '../postgres/pool.ts';

/** A run to start, with its spend limits. Amounts are whole nano-USD as decimal strings. */
export interface ComparisonRunToStart {
  readonly runId: string;
  readonly startedBy: string;
  readonly spendCeiling: string;
  /** The ceiling of the judge's calls; undefined if they have no separate ceiling. */
  readonly judgeCeiling: string | undefined;
}

/**
 * The requests of people about runs. Each is one transaction, which also enqueues the message for the workflow of the
 * run.
 */
export interface ComparisonRunRequests {
  /**
   * Queues a run in the state `preflight` with its cells. A repetition with the same key returns the id of the run that
   * the first request started.
   *
   * @throws Refusal `duplicate_comparison_run` if the run has left that state, `conflict` if the key was used for
   *   another request
   */
  start(
    key: IdempotencyKey & { readonly fingerprint: string },
    run: ComparisonRunToStart,
  ): Promise<StoredAnswer<{ run_id: string }>>;
  /**
   * Cancels a run. A run that has sent nothing ends immediately; any other run is stopped. Returns false if it has
   * already ended.
   */
  cancel(runId: string, canceledBy: string): Promise<boolean>;
}

const ACCEPTED = 202;

export function createComparisonRunRequests(pool: pg.Pool, clock: Clock): ComparisonRunRequests {
  return {
    start(key, run) {
      const now = clock.now();
      return withIdempotency(pool, now, key, async (client) => {
        await queueRun(client, run, now);
        await insertCells(client, run.runId);
        await enqueue(client, { kind: 'start_comparison_run', workflowId: run.runId }, now);
        return { status: ACCEPTED, document: { run_id: run.runId } };
      });
    },

    cancel: (runId, canceledBy) =>
      inTransaction(pool, async (client) => {
        const now = clock.now();
        // A queued run has sent nothing, so it ends here. A running one ends after its calls in flight.
        const { rows } = await client.query<{ was_queued: boolean }>(
          `UPDATE comparison_runs SET
             state = CASE WHEN state IN ('preflight', 'queued') THEN 'abandoned' ELSE state END,
             failure_code = CASE WHEN state IN ('preflight', 'queued') THEN 'comparison_canceled' ELSE '' END,
             ended_at = CASE WHEN state IN ('preflight', 'queued') THEN $3::timestamptz END,
             canceled_by = coalesce(canceled_by, $2), cancel_requested_at = coalesce(cancel_requested_at, $3)
           WHERE run_id = $1 AND ended_at IS NULL
           RETURNING queued_at IS NOT NULL AS was_queued`,
          [runId, canceledBy, now],
        );
        const ended = rows[0];
        if (ended === undefined) return false;
        if (ended.was_queued) await enqueue(client, { kind: 'cancel_comparison_run', workflowId: runId }, now);
        return true;
      }),
  };
}

async function queueRun(client: Queryable, run: ComparisonRunToStart, now: Date): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE comparison_runs SET state = 'queued', spend_ceiling_nano_usd = $2, judge_ceiling_nano_usd = $3, started_by = $4,
       queued_at = $5, touched_at = $5
     WHERE run_id = $1 AND state = 'preflight'`,
    [run.runId, run.spendCeiling, run.judgeCeiling ?? null, run.startedBy, now],
  );
  if (rowCount === 1) return;
  throw new Refusal('duplicate_comparison_run', 'This run was already started or cancelled. Plan another run.');
}

async function insertCells(client: Queryable, runId: string): Promise<void> {
  await client.query(
    `INSERT INTO comparison_cells (run_id, position, arm, case_id, version, critical)
     SELECT r.run_id, row_number() OVER (PARTITION BY arm ORDER BY s.position) - 1, arm, s.case_id, s.version, v.critical
     FROM comparison_runs r
     JOIN comparison_sample_cases s ON s.sample_id = r.sample_id
     JOIN comparison_case_versions v ON v.case_id = s.case_id AND v.version = s.version
     CROSS JOIN (VALUES ('baseline'), ('candidate')) AS a (arm)
     WHERE r.run_id = $1`,
    [runId],
  );
}
