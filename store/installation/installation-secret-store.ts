import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { ERASED_USER_KEY } from '../ingest/erasure/user-digest.ts';
import { requireRow } from '../postgres/require-row.ts';

const SECRET_BYTES = 32;
const SEAL_KEY = 'read_context_seal';

/**
 * Creates the store of an installation's secrets, of 32 bytes each. The first process that asks for a secret creates it
 * permanently.
 */
export function createInstallationSecretStore(
  pool: pg.Pool,
  clock: Clock,
): {
  sealKey(): Promise<Buffer>;
  cursorKey(): Promise<Buffer>;
  erasedUserKey(): Promise<Buffer>;
  hasSealKey(): Promise<boolean>;
} {
  async function secret(name: string): Promise<Buffer> {
    // Of two concurrent inserts, the later one waits for the earlier one's commit and then reads its row.
    await pool.query(
      'INSERT INTO installation_secrets (name, secret, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [name, randomBytes(SECRET_BYTES), clock.now()],
    );
    const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM installation_secrets WHERE name = $1', [
      name,
    ]);
    return requireRow(rows).secret;
  }

  return {
    /** The key that seals read contexts. */
    sealKey: () => secret(SEAL_KEY),
    /** The key that signs page cursors. */
    cursorKey: () => secret('page_cursor'),
    /** The key of the digests of erased users. */
    erasedUserKey: () => secret(ERASED_USER_KEY),
    /** True if the seal key exists; this call does not create it. */
    async hasSealKey() {
      const { rowCount } = await pool.query('SELECT FROM installation_secrets WHERE name = $1', [SEAL_KEY]);
      return rowCount === 1;
    },
  };
}
