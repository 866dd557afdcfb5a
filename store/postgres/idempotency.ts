import type pg from 'pg';
import { requireSameRequest } from '../../domain/kernel/require-same-request.ts';
import { expiryCutoff } from '../../domain/kernel/lifetimes.ts';
import { inTransaction, type Queryable } from './pool.ts';

/** An idempotency key of a caller. The same key is unrelated in another workspace or for another caller. */
export interface IdempotencyKey {
  readonly workspaceId: string;
  readonly subjectId: string;
  readonly key: string;
}

/** The first answer of an idempotent write, as it was committed. */
export interface IdempotentAnswer {
  readonly fingerprint: string;
  readonly status: number;
  readonly document: unknown;
}

/** The stored answer of an idempotent write. */
export interface StoredAnswer<Document> {
  readonly document: Document;
  /** True if the first request with the key created the answer, and this request did nothing. */
  readonly isReplay: boolean;
}

/**
 * The first answer that was committed for the key; undefined if there is no answer, or if it is 7 days old at `now`.
 */
export async function findStoredAnswer(
  client: Queryable,
  key: IdempotencyKey,
  now: Date,
): Promise<IdempotentAnswer | undefined> {
  const { rows } = await client.query<IdempotentAnswer>(
    `SELECT fingerprint, status, document FROM idempotency_keys
     WHERE workspace_id = $1 AND subject_id = $2 AND key = $3 AND created_at > $4`,
    [key.workspaceId, key.subjectId, key.key, expiryCutoff('idempotencyKey', now)],
  );
  return rows[0];
}

/**
 * Runs `work` once per key, in one transaction with the record of its answer. A repetition, even a concurrent one, gets
 * the first answer and writes nothing. If `work` throws, the key stays unused.
 * @throws Refusal `conflict` if the key was used for a request with another fingerprint
 */
export async function withIdempotency<Document>(
  pool: pg.Pool,
  now: Date,
  request: IdempotencyKey & { readonly fingerprint: string },
  work: (client: pg.PoolClient) => Promise<{ status: number; document: Document }>,
): Promise<StoredAnswer<Document>> {
  return inTransaction(pool, async (client) => {
    // Duplicates wait here until the first transaction ends, and then see its result.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `idempotency ${request.workspaceId} ${request.subjectId} ${request.key}`,
    ]);
    const first = await findStoredAnswer(client, request, now);
    if (first !== undefined) {
      requireSameRequest(first, request.fingerprint);
      return { document: first.document as Document, isReplay: true };
    }
    const answer = await work(client);
    await client.query(
      `INSERT INTO idempotency_keys (workspace_id, subject_id, key, fingerprint, status, document, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (workspace_id, subject_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, status = excluded.status, document = excluded.document,
           created_at = excluded.created_at`,
      [
        request.workspaceId,
        request.subjectId,
        request.key,
        request.fingerprint,
        answer.status,
        JSON.stringify(answer.document),
        now,
      ],
    );
    return { document: answer.document, isReplay: false };
  });
}
