import { createHash } from 'node:crypto';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createVirtualKeyStore } from '../../store/gateway/virtual-key-store.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { DEMO_TENANCY } from '../../store/tenancy/demo-tenancy.ts';

/** The owner of the demo's keys. This module never revokes keys of operators. */
const OWNER = 'demo';
const LABEL = 'demo gateway';

/**
 * Returns a gateway key for the demo. A key cannot be recovered from its hash, so `previous`, which the last launcher
 * stored, is returned if it is in force. Otherwise, it revokes the demo's keys and mints a new one.
 */
export async function ensureDemoKey(databaseUrl: string, clock: Clock, previous: string | undefined): Promise<string> {
  const pool = createPool(databaseUrl);
  try {
    const keys = createVirtualKeyStore(pool, clock);
    const digest = createHash('sha256')
      .update(previous ?? '')
      .digest();
    const isInForce = (await keys.listInForce()).some(({ tokenSha256 }) => tokenSha256.equals(digest));
    if (previous !== undefined && isInForce) return previous;
    for (const { keyId, owner, label } of await keys.list())
      if (owner === OWNER && label === LABEL) await keys.revoke(keyId);
    const { token } = await keys.mint({
      owner: OWNER,
      label: LABEL,
      environmentId: DEMO_TENANCY.environments.assistantProduction.environmentId,
      scopes: { models: [], providers: [], endpoints: [] },
      allowsPassthrough: false,
      expiresAt: undefined,
    });
    return token;
  } finally {
    await pool.end();
  }
}
