import type pg from 'pg';
import { expiryCutoff } from '../../domain/kernel/lifetimes.ts';
import { requireSameRequest } from '../../domain/kernel/require-same-request.ts';
import { inTransaction, type Queryable } from './pool.ts';

/** The request of a creation whose secret is shown once. */
export interface CreationRequest {
  /** The id of the user or the token that sent the request, and that may repeat it. */
  readonly callerId: string;
  /** The key under which the request takes effect once; undefined if the caller sent none. */
  readonly idempotencyKey: string | undefined;
  /** The digest of the operation and its body. */
  readonly fingerprint: string;
}

/** The result of a creation: its id, and what this request created; `created` is undefined for a repeated request. */
export interface OnceCreated<Created> {
  readonly id: string;
  readonly created: Created | undefined;
}

/** The maximum number of expired records that one request removes, so that no request takes long. */
const MAX_REMOVED = 1_000;

/**
 * Runs `create` once per idempotency key, in one transaction with a record of the created id. The record has no secret
 * and no answer. A repetition, even a concurrent one, gets the id and creates nothing. If `create` throws, the key
 * stays unused. A record counts for the lifetime of idempotency keys.
 * @throws Refusal `conflict` if the key was used for a request with another fingerprint
 */
export async function createOnce<Created>(
  pool: pg.Pool,
  now: Date,
  { callerId, idempotencyKey, fingerprint }: CreationRequest,
  create: (client: pg.PoolClient) => Promise<{ readonly id: string; readonly created: Created }>,
): Promise<OnceCreated<Created>> {
  return inTransaction(pool, async (client) => {
    if (idempotencyKey === undefined) return create(client);
    // Duplicates wait here until the first transaction ends, and then see its record.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `create ${callerId} ${idempotencyKey}`,
    ]);
    const first = await findCreatedId(client, now, { callerId, idempotencyKey, fingerprint });
    if (first !== undefined) return { id: first, created: undefined };
    const made = await create(client);
    await client.query(
      `INSERT INTO secret_creations (caller_id, idempotency_key, fingerprint, created_id, created_at)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (caller_id, idempotency_key) DO UPDATE
       SET fingerprint = excluded.fingerprint, created_id = excluded.created_id, created_at = excluded.created_at`,
      [callerId, idempotencyKey, fingerprint, made.id, now],
    );
    await client.query(
      // Records that another request removes at the same time are skipped, so that no request waits for another.
      `DELETE FROM secret_creations WHERE (caller_id, idempotency_key) IN (
         SELECT caller_id, idempotency_key FROM secret_creations WHERE created_at <= $1
         ORDER BY created_at LIMIT ${MAX_REMOVED} FOR UPDATE SKIP LOCKED)`,
      [expiryCutoff('idempotencyKey', now)],
    );
    return made;
  });
}

/**
 * The id that an earlier request with the same idempotency key created; undefined if there was none.
 * @throws Refusal `conflict` if the key was used for a request with another fingerprint
 */
export async function findCreatedId(
  client: Queryable,
  now: Date,
  { callerId, idempotencyKey, fingerprint }: CreationRequest,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const { rows } = await client.query<{ fingerprint: string; id: string }>(
    `SELECT fingerprint, created_id AS id FROM secret_creations
     WHERE caller_id = $1 AND idempotency_key = $2 AND created_at > $3`,
    [callerId, idempotencyKey, expiryCutoff('idempotencyKey', now)],
  );
  const first = rows[0];
  if (first !== undefined) requireSameRequest(first, fingerprint);
  return first?.id;
}
