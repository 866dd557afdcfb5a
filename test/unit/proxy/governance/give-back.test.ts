import { afterEach, expect, it } from 'vitest';
import { governanceSettings } from '../../../../domain/gateway/governance/limit.ts';
import { newGovernanceFigures } from '../../../../proxy/governance/governance-figures.ts';
import { Governor, type GovernedCall } from '../../../../proxy/governance/governor.ts';
import { openGatewayWorld, WORLD_NOW, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';
import { createMemoryLeases } from '../../../../testing/gateway/memory-leases.ts';
import { summarizeForLimits } from '../../../../testing/gateway/summarize-for-limits.ts';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const LIMITS = {
  limits: [
    { id: 'at-once', node: 'organization', concurrency: 2 },
    { id: 'month', node: 'organization', budget_usd: 1, per: 'month' },
  ],
} as const;
const ASKED = summarizeForLimits('messages', 'claude-haiku-4-5', { messages: [] });

it.each(['at once', 'after a word with Postgres'])(
  'reserved amounts are released if a price fails: %s',
  async (when) => {
    const leases = createMemoryLeases();
    let isBroken = false;
    let leaseIds = 0;
    const governor = new Governor({
      ...{ settings: governanceSettings(LIMITS), monotonicMs: () => performance.now(), store: leases.store },
      prices: {
        revision: 'r',
        price() {
          if (isBroken) throw new RangeError('No price.');
          return { state: 'priced', nanos: '1', revision: 'r' };
        },
        contextWindow: () => undefined,
      },
      ...{ figures: newGovernanceFigures(), holder: 'proxy-test', newLeaseId: () => `gls_${(leaseIds += 1)}` },
      ...{ offsetMs: () => 0, now: () => WORLD_NOW.getTime() },
    });
    const key = { keyId: 'kid_1', owner: 'team-a', leaf: TEST_LEAF } as GovernedCall['call']['key'];
    const call = { call: { key, admittedAt: WORLD_NOW }, asked: ASKED, endpoint: 'messages' as const };
    const admit = async () => governor.admit({ ...call, upstream: { priceProvider: 'anthropic' } });
    if (when === 'at once') {
      const admission = await admit();
      if ('giveBack' in admission) admission.giveBack();
    }
    isBroken = true;
    await expect(admit()).rejects.toThrow('No price.');
    await governor.close();
    expect(leases.counters.get('at-once organization:org_1')).toEqual({ settled: 0, leased: 0 });
  },
);

it('reserved amounts are released if the cache fails', async () => {
  world = await openGatewayWorld({ provider: () => undefined, governance: LIMITS, cache: {} });
  const { plane, composed, origin, leases, governor } = world;
  const token = await world.mint();
  void plane.use({ ...composed, cache: { rules: [], lookUp: () => Promise.reject(new Error('No cache.')) } });
  const body = JSON.stringify({ model: ASKED.model, messages: [] });
  await expect(
    fetch(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token }, body }),
  ).rejects.toThrow(TypeError);
  await governor?.close();
  expect(leases.counters.get('at-once organization:org_1')).toEqual({ settled: 0, leased: 0 });
});
