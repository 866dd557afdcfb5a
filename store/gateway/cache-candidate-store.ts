import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';

/** The key by which similar requests find an entry. */
export interface SimilarityKey {
  /** A hash of everything that both requests must share. */
  readonly partition: Buffer;
  /** The last message, which may differ. */
  readonly words: string;
  /** The vector of the last message. */
  readonly vector: Float32Array;
}

/** The part of an entry with which requests are compared. */
export interface CacheCandidate extends Omit<SimilarityKey, 'partition'> {
  readonly fingerprint: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface CacheCandidateStore {
  /**
   * The newest entries of a partition, at most `max`, that have not expired and were created after `after`; oldest
   * first.
   */
  newest(partition: Buffer, after: Date, max: number): Promise<readonly CacheCandidate[]>;
}

export function createCacheCandidateStore(pool: pg.Pool, clock: Clock): CacheCandidateStore {
  return {
    async newest(partition, after, max) {
      const { rows } = await pool.query<CandidateRow>(
        `SELECT fingerprint, words, vector, created_at, expires_at FROM cache_entries
         WHERE partition_digest = $1 AND created_at > $2 AND expires_at > $3 ORDER BY created_at DESC LIMIT $4`,
        [partition, after, clock.now(), max],
      );
      return rows.map(candidateFromRow).reverse();
    },
  };
}

/** The stored form of a vector. */
export function vectorBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

interface CandidateRow {
  fingerprint: Buffer;
  words: string | null;
  vector: Buffer | null;
  created_at: Date;
  expires_at: Date;
}

function candidateFromRow(row: CandidateRow): CacheCandidate {
  return {
    fingerprint: row.fingerprint,
    words: row.words ?? '',
    vector: vectorOf(row.vector ?? Buffer.alloc(0)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/**
 * Copies the bytes: a `Float32Array` needs an offset that is a multiple of four, which the driver does not guarantee.
 */
function vectorOf(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
