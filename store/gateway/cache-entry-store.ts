import type pg from 'pg';
import type { PurgeSelector } from '../../domain/gateway/cache/purge-selectors.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { inTransaction } from '../postgres/pool.ts';
import { requireRow } from '../postgres/require-row.ts';
import { vectorBytes, type SimilarityKey } from './cache-candidate-store.ts';

/** A stored answer that can be returned again. */
export interface CacheEntry {
  readonly entryId: string;
  readonly fingerprint: Buffer;
  /** The digest of the request. It equals that of another request if and only if the hit is exact. */
  readonly exactDigest: Buffer;
  readonly scopeKey: string;
  /** The organization whose share of the cache the entry uses; undefined for an entry from before migration 0047. */
  readonly organizationId?: string | undefined;
  readonly ruleId: string;
  readonly sourceRequestId: string;
  readonly provider: string;
  readonly model: string;
  readonly contentType: string;
  readonly body: Buffer;
  /** The cost of the call, in whole nano-USD; undefined if unknown. */
  readonly priceNanos: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Purge {
  readonly by: PurgeSelector;
  readonly value: string;
}

/** The purges after a given number, and the number of the last one. */
export interface NewPurges {
  readonly last: bigint;
  readonly purges: readonly Purge[];
}

export interface CacheEntryStore {
  /** The entry of a fingerprint, unless it has expired. */
  find(fingerprint: Buffer): Promise<CacheEntry | undefined>;
  /**
   * Stores an entry and replaces the one with the same fingerprint. Returns false if anything was purged since
   * `lastPurge`, because the entry may be what the purge meant to remove.
   * @param similarityKey the key by which similar requests find the entry; undefined if only equal requests may
   */
  keep(entry: CacheEntry, lastPurge: bigint, similarityKey: SimilarityKey | undefined): Promise<boolean>;
  /**
   * Removes entries until the rest, including messages and vectors, has at most `maxBytes` bytes. The oldest entries of
   * the organizations with the most bytes go first. An organization with less than an equal share loses nothing.
   * Returns the number of removed entries.
   */
  evict(maxBytes: number): Promise<number>;
  /** Removes entries and records the purge for all processes. Returns the number of removed entries. */
  purge(purge: Purge): Promise<number>;
  purgesSince(number: bigint): Promise<NewPurges>;
  /** The number of the last purge; 0 before the first. */
  lastPurge(): Promise<bigint>;
}

export function createCacheEntryStore(pool: pg.Pool, clock: Clock): CacheEntryStore {
  return {
    async find(fingerprint) {
      const { rows } = await pool.query<CacheEntryRow>(
        `SELECT entry_id, fingerprint, exact_digest, scope_key, organization_id, rule_id, source_request_id, provider_id, model,
           content_type, body, price_nano_usd, created_at, expires_at
         FROM cache_entries WHERE fingerprint = $1 AND expires_at > $2`,
        [fingerprint, clock.now()],
      );
      return rows.map(entryFromRow)[0];
    },

    async keep(entry, lastPurge, similarityKey) {
      const { rowCount } = await pool.query(KEEP, [
        ...[entry.entryId, entry.fingerprint, entry.exactDigest, entry.scopeKey, entry.ruleId, entry.sourceRequestId],
        ...[entry.provider, entry.model, entry.contentType, entry.body, entry.priceNanos ?? null],
        ...[entry.createdAt, entry.expiresAt, lastPurge],
        ...[
          similarityKey?.partition,
          similarityKey?.words,
          similarityKey && vectorBytes(similarityKey.vector),
          entry.organizationId,
        ],
      ]);
      return rowCount === 1;
    },

    async evict(maxBytes) {
      const { rowCount } = await pool.query(
        `WITH total AS (SELECT sum(kept_bytes) AS bytes FROM cache_entries),
         aged AS (
           SELECT entry_id, created_at, kept_bytes,
             sum(kept_bytes) OVER (PARTITION BY organization_id ORDER BY created_at DESC, entry_id DESC) AS own_bytes
           FROM cache_entries WHERE (SELECT bytes FROM total) > $1
         ),
         filled AS (
           SELECT entry_id, sum(kept_bytes) OVER (ORDER BY own_bytes, created_at DESC, entry_id DESC) AS bytes FROM aged
         )
         DELETE FROM cache_entries e USING filled WHERE e.entry_id = filled.entry_id AND filled.bytes > $1`,
        [maxBytes],
      );
      return rowCount ?? 0;
    },

    purge: (purge) => inTransaction(pool, (client) => purgeEntries(client, purge, clock.now())),

    async purgesSince(number) {
      const { rows } = await pool.query<{ purge_id: bigint; by: PurgeSelector; value: string }>(
        'SELECT purge_id, purged_by AS by, value FROM cache_purges WHERE purge_id > $1 ORDER BY purge_id',
        [number],
      );
      return { last: rows.at(-1)?.purge_id ?? number, purges: rows.map(({ by, value }) => ({ by, value })) };
    },

    async lastPurge() {
      const { rows } = await pool.query<{ last: bigint }>('SELECT last FROM cache_purge_number');
      return requireRow(rows).last;
    },
  };
}

// The lock on the purge number waits for an uncommitted purge; the number has then changed, and nothing is inserted.
const KEEP = `
  WITH unpurged AS (SELECT last FROM cache_purge_number WHERE last = $14 FOR SHARE)
  INSERT INTO cache_entries AS e (entry_id, fingerprint, exact_digest, scope_key, rule_id, source_request_id, provider_id, model,
    content_type, body, price_nano_usd, created_at, expires_at, partition_digest, words, vector, organization_id)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16, $17, $18 FROM unpurged
  ON CONFLICT (fingerprint) DO UPDATE SET entry_id = excluded.entry_id, exact_digest = excluded.exact_digest,
    scope_key = excluded.scope_key, rule_id = excluded.rule_id, source_request_id = excluded.source_request_id,
    provider_id = excluded.provider_id, model = excluded.model, content_type = excluded.content_type, body = excluded.body,
    price_nano_usd = excluded.price_nano_usd, created_at = excluded.created_at, expires_at = excluded.expires_at,
    partition_digest = excluded.partition_digest, words = excluded.words, vector = excluded.vector,
    organization_id = excluded.organization_id`;

async function purgeEntries(client: pg.PoolClient, { by, value }: Purge, now: Date): Promise<number> {
  const numbered = await client.query<{ last: bigint }>('UPDATE cache_purge_number SET last = last + 1 RETURNING last');
  const removed = await client.query(
    `DELETE FROM cache_entries
     WHERE CASE $1::text WHEN 'entry' THEN entry_id WHEN 'scope' THEN scope_key ELSE rule_id END = $2`,
    [by, value],
  );
  const deleted = removed.rowCount ?? 0;
  await client.query(
    'INSERT INTO cache_purges (purge_id, purged_by, value, deleted, purged_at) VALUES ($1, $2, $3, $4, $5)',
    [requireRow(numbered.rows).last, by, value, deleted, now],
  );
  return deleted;
}

interface CacheEntryRow {
  entry_id: string;
  fingerprint: Buffer;
  exact_digest: Buffer;
  scope_key: string;
  organization_id: string | null;
  rule_id: string;
  source_request_id: string;
  provider_id: string;
  model: string;
  content_type: string;
  body: Buffer;
  price_nano_usd: string | null;
  created_at: Date;
  expires_at: Date;
}

function entryFromRow(row: CacheEntryRow): CacheEntry {
  return {
    entryId: row.entry_id,
    fingerprint: row.fingerprint,
    exactDigest: row.exact_digest,
    scopeKey: row.scope_key,
    organizationId: row.organization_id ?? undefined,
    ruleId: row.rule_id,
    sourceRequestId: row.source_request_id,
    provider: row.provider_id,
    model: row.model,
    contentType: row.content_type,
    body: row.body,
    priceNanos: row.price_nano_usd ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
