import { createHash } from 'node:crypto';
import type { KeyScopes } from '../../domain/gateway/key-scopes.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { createKeyRing, type KeyRing } from '../../proxy/keys/key-ring.ts';
import type { ActiveKey } from '../../store/gateway/virtual-key-store.ts';
import { parseTokenLocator, makeToken } from '../../store/tenancy/credential-token.ts';

export const TEST_LEAF = {
  organizationId: 'org_1',
  workspaceId: 't_1',
  applicationId: 'app_1',
  gatewayId: 'gw_1',
  environmentId: 'env_1',
} as const;

/** Keys in force in the memory of a test. */
export interface TestKeys {
  readonly keys: KeyRing;
  /** Mints a key that is in force immediately. */
  readonly mint: (
    key?: Partial<Pick<ActiveKey, 'allowsPassthrough' | 'expiresAt' | 'owner' | 'leaf' | 'rotations'>> & {
      scopes?: Partial<KeyScopes>;
    },
  ) => Promise<string>;
  /** Revokes every key; it takes effect when the gateway reads the keys again. */
  readonly revokeAll: () => void;
}

export async function openTestKeys(clock: Clock, monotonicMs: () => number): Promise<TestKeys> {
  let inForce: ActiveKey[] = [];
  const keys = createKeyRing({
    keys: { listInForce: () => Promise.resolve(inForce) },
    clock,
    monotonicMs,
    locatorOf: parseTokenLocator,
  });
  await keys.refresh();
  return {
    keys,
    async mint({ scopes, ...key } = {}) {
      const { token, locator } = makeToken('virtual');
      const keyId = `kid_${inForce.length + 1}`;
      inForce.push({
        ...{ keyId, rotations: [keyId], owner: 'team-a', allowsPassthrough: false, expiresAt: undefined, locator },
        scopes: { models: [], providers: [], endpoints: [], ...scopes },
        tokenSha256: createHash('sha256').update(token).digest(),
        leaf: TEST_LEAF,
        ...key,
      });
      await keys.refresh();
      return token;
    },
    revokeAll() {
      inForce = [];
    },
  };
}
