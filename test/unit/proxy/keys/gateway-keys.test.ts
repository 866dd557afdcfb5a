import { expect, it } from 'vitest';
import { createGatewayKeys } from '../../../../proxy/keys/gateway-keys.ts';
import type { ServiceKey } from '../../../../store/gateway/service-key-store.ts';
import type { ActiveKey } from '../../../../store/gateway/virtual-key-store.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

function keyOf(keyId: string): ActiveKey {
  return {
    ...{ keyId, owner: 'team', allowsPassthrough: false, expiresAt: undefined, locator: keyId, leaf: TEST_LEAF },
    scopes: { models: [], providers: [], endpoints: [] },
    tokenSha256: Buffer.alloc(32),
    rotations: [keyId],
  };
}

function opened(services: readonly ServiceKey[]) {
  const acknowledged: unknown[] = [];
  const keys = createGatewayKeys({
    virtual: { listInForce: () => Promise.resolve([keyOf('kid_1')]) },
    services: {
      listInForce: () => Promise.resolve([...services]),
      acknowledge: (...call) => Promise.resolve(void acknowledged.push(call)),
    },
  });
  return { keys, acknowledged };
}

it('lists virtual keys and credentials of services, and confirms the credentials that are not ready', async () => {
  const { keys, acknowledged } = opened([
    { key: keyOf('kid_2'), isReady: true },
    { key: keyOf('kid_3'), isReady: false },
  ]);
  expect((await keys.listInForce()).map(({ keyId }) => keyId)).toEqual(['kid_1', 'kid_2', 'kid_3']);
  await keys.acknowledge('proxy-a');
  expect(acknowledged).toEqual([['proxy-a', ['kid_3']]]);
});

it('confirms nothing before the first list, and nothing if every credential is ready', async () => {
  const { keys, acknowledged } = opened([{ key: keyOf('kid_2'), isReady: true }]);
  await keys.acknowledge('proxy-a');
  await keys.listInForce();
  await keys.acknowledge('proxy-a');
  expect(acknowledged).toEqual([]);
});
