import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import { OUTBOX_CHANNEL, type OutboxKind } from './enqueue.ts';

/** Work for Temporal that the relay has given up. */
export interface DeadItem {
  readonly outboxId: bigint;
  readonly kind: OutboxKind;
  readonly workflowId: string;
  readonly createdAt: Date;
  readonly deadAt: Date;
  /** The error of Temporal at the last attempt. */
  readonly lastError: string;
}

/** The view of the outbox for operators. */
export interface DeadItemStore {
  /** The items that were given up; those that were given up last come first. */
  list(page: {
    /** The last item of the previous page. */
    readonly after: Pick<DeadItem, 'deadAt' | 'outboxId'> | undefined;
    readonly limit: number;
  }): Promise<DeadItem[]>;
  /**
   * Returns an item to the relay, with all its attempts.
   * @throws Refusal `not_found` if the item does not exist or is not given up
   */
  retry(outboxId: bigint): Promise<DeadItem>;
}

const COLUMNS = `outbox_id AS "outboxId", kind, workflow_id AS "workflowId", created_at AS "createdAt",
  dead_at AS "deadAt", coalesce(last_error, '') AS "lastError"`;

export function createDeadItemStore(pool: pg.Pool, clock: Clock): DeadItemStore {
  return {
    async list({ after, limit }) {
      const { rows } = await pool.query<DeadItem>(
        `SELECT ${COLUMNS} FROM workflow_outbox WHERE sent_at IS NULL AND dead_at IS NOT NULL
           AND ($1::timestamptz IS NULL OR (dead_at, outbox_id) < ($1, $2::bigint))
         ORDER BY dead_at DESC, outbox_id DESC LIMIT $3`,
        [after?.deadAt ?? null, after?.outboxId ?? null, limit],
      );
      return rows;
    },

    async retry(outboxId) {
      const { rows } = await pool.query<DeadItem>(
        `WITH dead AS (
           SELECT * FROM workflow_outbox WHERE outbox_id = $1 AND sent_at IS NULL AND dead_at IS NOT NULL FOR UPDATE
         ), given_again AS (
           UPDATE workflow_outbox SET dead_at = NULL, tries = 0, next_try_at = $2
           FROM dead WHERE workflow_outbox.outbox_id = dead.outbox_id
         )
         SELECT ${COLUMNS} FROM dead`,
        [outboxId, clock.now()],
      );
      const item = rows[0];
      if (item === undefined)
        throw new Refusal(
          'not_found',
          `No item ${outboxId} of the outbox was given up. Check its id with \`outbox list\`.`,
        );
      await pool.query("SELECT pg_notify($1, '')", [OUTBOX_CHANNEL]);
      return item;
    },
  };
}
