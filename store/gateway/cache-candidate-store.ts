import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';

/** By what the entry of a request may be found by another that is alike. */
export interface SimilarityKey {
  /** Over everything that the other must have in common with it. */
  readonly partition: Buffer;
  /** Its last words, in which the other may differ. */
  readonly words: string;
  /** Where they stand. */
  readonly vector: Float32Array;
}

/** An entry, as far as requests are compared with it. */
export interface CacheCandidate extends Omit<SimilarityKey, 'partition'> {
  readonly fingerprint: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface CacheCandidateStore {
  /** The youngest so many of a partition that have not expired and are younger than that, the oldest of them first. */
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

/** The bytes of a vector as they are kept. */
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

/** A copy: numbers of 32 bits lie at multiples of four, and what the driver gives does not. */
function vectorOf(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
