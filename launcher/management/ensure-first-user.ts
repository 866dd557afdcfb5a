import type { Clock } from '../../domain/kernel/clock.ts';
import { createFirstUserStore } from '../../store/management/first-user-store.ts';
import { createOneTimePasswords } from '../../store/management/one-time-passwords.ts';
import { createPasswordHasher } from '../../store/management/password-hasher.ts';
import { createPool } from '../../store/postgres/pool.ts';

/** The first user of the management plane, with a one-time password. */
export interface FirstUser {
  readonly name: string;
  readonly oneTimePassword: string;
  readonly validUntil: Date;
}

const NAME = 'admin';

/**
 * Creates the first admin of an installation without users. Undefined if there has ever been a user, because the
 * password is shown once and stored as a hash only.
 */
export async function ensureFirstUser(databaseUrl: string, clock: Clock): Promise<FirstUser | undefined> {
  const pool = createPool(databaseUrl);
  try {
    const users = createFirstUserStore(pool, clock);
    if (await users.hasUsers()) return undefined;
    const { text, ...issued } = await createOneTimePasswords(createPasswordHasher(), clock).issue();
    const isCreated = await users.create(NAME, issued);
    return isCreated ? { name: NAME, oneTimePassword: text, validUntil: issued.oneTimeUntil } : undefined;
  } finally {
    await pool.end();
  }
}
