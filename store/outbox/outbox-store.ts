import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { COUNT_REPEATED_NOTICE, INSERT_NOTICE } from '../notices/notice-sql.ts';
import { newId } from '../postgres/new-id.ts';
import { requireRow } from '../postgres/require-row.ts';
import type { OutboxKind } from './enqueue.ts';

/** One piece of work for Temporal, leased by a relay. */
export interface OutboxItem {
  readonly outboxId: bigint;
  readonly kind: OutboxKind;
  readonly workflowId: string;
  /** The number of failed attempts so far that the item itself caused. */
  readonly tries: number;
  /** The trace in which the item was enqueued, as a W3C `traceparent`; null if there was no trace. */
  readonly traceparent: string | null;
}

/** The figures of the outbox for readiness. */
interface OutboxCounts {
  readonly waiting: number;
  /** The seconds since the oldest waiting item was written; 0 if no item waits. */
  readonly oldestWaitingSeconds: number;
  /** The number of items given up after `MAX_TRIES`, which need an operator. */
  readonly dead: number;
}

/**
 * The number of attempts after which an item is given up. With delays of 1, 2, 4 … 60 s, this takes about a quarter of
 * an hour.
 */
const MAX_TRIES = 20;
const MAX_DELAY_SECONDS = 60;

/** The view of the outbox for the relay: due items, and their results. */
export interface OutboxStore {
  /**
   * Leases up to `limit` due items of these kinds for `leaseMs` milliseconds, oldest first. Other relays skip them
   * during that time.
   */
  lease(input: { kinds: readonly OutboxKind[]; limit: number; leaseMs: number }): Promise<OutboxItem[]>;
  markSent(item: OutboxItem): Promise<void>;
  /**
   * Postpones an item after a failure that it caused itself, longer each time. After `MAX_TRIES` attempts it is given
   * up, and a notice reports it.
   */
  reschedule(item: OutboxItem, error: string): Promise<void>;
  /** Postpones an item by a second because Temporal is unreachable. This never counts as an attempt. */
  postpone(item: OutboxItem, error: string): Promise<void>;
  counts(): Promise<OutboxCounts>;
}

export function createOutboxStore(pool: pg.Pool, clock: Clock): OutboxStore {
  return {
    async lease({ kinds, limit, leaseMs }) {
      const now = clock.now();
      const { rows } = await pool.query<OutboxItem>(
        `WITH due AS (
           SELECT outbox_id FROM workflow_outbox
           WHERE sent_at IS NULL AND dead_at IS NULL AND next_try_at <= $1 AND kind = ANY($4)
             AND (leased_until IS NULL OR leased_until <= $1)
           ORDER BY next_try_at, outbox_id LIMIT $2 FOR UPDATE SKIP LOCKED
         ), leased AS (
           UPDATE workflow_outbox o SET leased_until = $3 FROM due WHERE o.outbox_id = due.outbox_id
           RETURNING o.outbox_id, o.kind, o.workflow_id, o.tries, o.trace_context
         )
         SELECT outbox_id AS "outboxId", kind, workflow_id AS "workflowId", tries, trace_context AS traceparent
         FROM leased ORDER BY outbox_id`,
        [now, limit, new Date(now.getTime() + leaseMs), kinds],
      );
      return rows;
    },

    async markSent({ outboxId, kind, workflowId }) {
      // A sent item also settles given-up items of the same work, so that readiness recovers automatically.
      await pool.query(
        `UPDATE workflow_outbox SET sent_at = $2, leased_until = NULL
         WHERE outbox_id = $1 OR (workflow_id = $4 AND kind = $3 AND sent_at IS NULL AND dead_at IS NOT NULL)`,
        [outboxId, clock.now(), kind, workflowId],
      );
    },

    async reschedule({ outboxId, tries }, error) {
      const now = clock.now();
      const delaySeconds = Math.min(2 ** tries, MAX_DELAY_SECONDS);
      await pool.query(
        `WITH failed AS (
           UPDATE workflow_outbox SET tries = $2, next_try_at = $3, leased_until = NULL, last_error = $4, dead_at = $5
           WHERE outbox_id = $1 AND sent_at IS NULL RETURNING outbox_id, kind, workflow_id, dead_at
         )
         ${INSERT_NOTICE}
         SELECT $6, 'outbox.item.dead', kind, date_trunc('hour', dead_at, 'UTC'), NULL, NULL,
           'The last item is ' || outbox_id || ', for workflow ' || workflow_id || '.', dead_at, dead_at
         FROM failed WHERE dead_at IS NOT NULL
         ${COUNT_REPEATED_NOTICE}`,
        [
          outboxId,
          tries + 1,
          new Date(now.getTime() + delaySeconds * 1000),
          error,
          tries + 1 >= MAX_TRIES ? now : null,
          newId('notice'),
        ],
      );
    },

    async postpone({ outboxId }, error) {
      await pool.query(
        `UPDATE workflow_outbox SET next_try_at = $2, leased_until = NULL, last_error = $3
         WHERE outbox_id = $1 AND sent_at IS NULL`,
        [outboxId, new Date(clock.now().getTime() + 1000), error],
      );
    },

    counts: () => readCounts(pool, clock.now()),
  };
}

async function readCounts(pool: pg.Pool, now: Date): Promise<OutboxCounts> {
  const { rows } = await pool.query<{ waiting: number; oldest: Date | null; dead: number }>(
    `SELECT (count(*) FILTER (WHERE dead_at IS NULL))::int AS waiting,
       min(created_at) FILTER (WHERE dead_at IS NULL) AS oldest,
       (count(*) FILTER (WHERE dead_at IS NOT NULL))::int AS dead
     FROM workflow_outbox WHERE sent_at IS NULL`,
  );
  const { waiting, oldest, dead } = requireRow(rows);
  const oldestWaitingSeconds = oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
  return { waiting, oldestWaitingSeconds, dead };
}
