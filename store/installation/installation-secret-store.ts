import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../domain/kernel/clock.ts';
import { requireRow } from '../postgres/require-row.ts';

const SECRET_BYTES = 32;
const SEAL_KEY = 'read_context_seal';

/** Secrets that an installation makes once, by whichever process asks first, and keeps for good. 32 bytes each. */
export function createInstallationSecretStore(
  pool: pg.Pool,
  clock: Clock,
): { sealKey(): Promise<Buffer>; cursorKey(): Promise<Buffer>; hasSealKey(): Promise<boolean> } {
  async function secret(name: string): Promise<Buffer> {
    // Of two that insert at once, the later waits for the earlier's commit and then reads its row.
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
    /** Seals read contexts. */
    sealKey: () => secret(SEAL_KEY),
    /** Signs page cursors. */
    cursorKey: () => secret('page_cursor'),
    /** True if the seal key exists; asking does not create it. */
    async hasSealKey() {
      const { rowCount } = await pool.query('SELECT FROM installation_secrets WHERE name = $1', [SEAL_KEY]);
      return rowCount === 1;
    },
  };
}
