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
  /** The error of Temporal at the last try. */
  readonly lastError: string;
}

const MAX_LISTED = 1_000;

/** The operator's side of the outbox. */
export interface DeadItemStore {
  /** The thousand that were given up last, newest first. */
  list(): Promise<DeadItem[]>;
  /**
   * Gives an item to the relay again, with all its tries.
   * @throws Refusal `not_found` when it is not, or no longer, given up
   */
  retry(outboxId: bigint): Promise<DeadItem>;
}

const COLUMNS = `outbox_id AS "outboxId", kind, workflow_id AS "workflowId", created_at AS "createdAt",
  dead_at AS "deadAt", coalesce(last_error, '') AS "lastError"`;

/** Binds what was given up to the database. */
export function createDeadItemStore(pool: pg.Pool, clock: Clock): DeadItemStore {
  return {
    async list() {
      const { rows } = await pool.query<DeadItem>(
        `SELECT ${COLUMNS} FROM workflow_outbox WHERE sent_at IS NULL AND dead_at IS NOT NULL
         ORDER BY dead_at DESC, outbox_id DESC LIMIT ${MAX_LISTED}`,
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
