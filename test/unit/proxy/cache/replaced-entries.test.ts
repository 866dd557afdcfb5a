import { afterEach, expect, it } from 'vitest';
import { sendCall, createNumberingProvider } from '../../../../testing/gateway/cache-callers.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };

const worlds: GatewayWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

/** Opens two processes in front of one provider, with shared stores. Each has a separate caller of the same team. */
async function openTwo() {
  const provider = createNumberingProvider();
  const one = await openGatewayWorld({ provider, cache: {} });
  worlds.push(one);
  const other = await openGatewayWorld({ provider, cache: {}, stored: one.stored });
  worlds.push(other);
  const asking = async (world: GatewayWorld) => {
    const token = await world.mint();
    return async (headers: Record<string, string> = {}): Promise<unknown> => {
      const { body } = await sendCall(world, token, ASK, headers);
      return (JSON.parse(body) as { id: string }).id;
    };
  };
  return { other, stored: one.stored, askOne: await asking(one), askOther: await asking(other) };
}

it('an answer that another process replaced is used for at most ten more seconds', async () => {
  const { other, askOne, askOther } = await openTwo();
  expect([await askOne(), await askOther()]).toEqual(['msg_1', 'msg_1']);
  expect(await askOne({ 'x-tt-cache': 'refresh' })).toBe('msg_2');
  other.pass(9_000);
  await other.cacheStore?.look();
  expect(await askOther()).toBe('msg_1');
  other.pass(1_000);
  await other.cacheStore?.look();
  expect(await askOther()).toBe('msg_2');
});

it('an unchanged answer is read every ten seconds, and served from memory in between', async () => {
  const { other, stored, askOne, askOther } = await openTwo();
  await askOne();
  await askOther();
  const before = stored.lookups();
  await askOther();
  expect(stored.lookups()).toBe(before);
  other.pass(10_000);
  await other.cacheStore?.look();
  expect([await askOther(), await askOther()]).toEqual(['msg_1', 'msg_1']);
  expect(stored.lookups()).toBe(before + 1);
});
