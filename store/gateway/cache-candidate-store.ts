import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';

/** The keys by which a similar request may find the entry of another. */
export interface SimilarityKey {
  /** A hash of everything that the other request must share with it. */
  readonly partition: Buffer;
  /** The last message, in which the other may differ. */
  readonly words: string;
  /** The vector of the last message. */
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
