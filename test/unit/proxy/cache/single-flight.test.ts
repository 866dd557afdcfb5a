import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { CacheRuleEntry } from '../../../../domain/gateway/cache/cache-block.ts';
import { sendCall, cacheStatus, type CacheAnswer } from '../../../../testing/gateway/cache-callers.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };
const json = { 'content-type': 'application/json' };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** Opens a gateway whose provider answers on request, and records the provider's calls. */
async function open(rule: Partial<CacheRuleEntry> = {}, routing?: GatewayOptions['routing']) {
  const held: ServerResponse[] = [];
  world = await openGatewayWorld({
    provider: (request, response) => {
      request.resume().on('end', () => held.push(response));
    },
    cache: { rules: [{ id: 'default', ...rule }] },
    ...(routing && { routing }),
  });
  const opened = world;
  const token = await opened.mint();
  const send = (more: object = {}, headers: Record<string, string> = {}): Promise<CacheAnswer> =>
    sendCall(opened, token, { ...ASK, ...more }, headers);
  /** Waits until this number of calls has looked up the cache and the provider has a call. */
  const looked = (calls: number): Promise<void> =>
    expect.poll(() => [opened.stored.lookups() >= calls, held.length > 0]).toEqual([true, true]);
  const answer = (status = 200): void => {
    const id = `msg_${held.length}`;
    for (const response of held.splice(0)) response.writeHead(status, json).end(JSON.stringify({ id, content: [] }));
  };
  return { opened, held, send, looked, answer };
}

describe('concurrent equal calls', () => {
  it('are sent once, and the others are hits of its answer', async () => {
    const { held, send, looked, answer } = await open();
    const asked = [send(), send(), send()];
    await looked(3);
    expect(held).toHaveLength(1);
    answer();
    const got = await Promise.all(asked);
    expect(got.map(cacheStatus).sort()).toEqual(['hit', 'hit', 'miss']);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    const source = got.find((one) => cacheStatus(one) === 'miss')?.headers['x-tt-request-id'];
    const hit = got.find((one) => cacheStatus(one) === 'hit');
    expect(hit?.headers).toMatchObject({ 'x-tt-cache-kind': 'exact', 'x-tt-cache-source': source });
  });

  it('are each sent if the first has no answer for others', async () => {
    const { held, send, looked, answer } = await open();
    const first = send();
    await looked(1);
    const others = [send(), send()];
    await looked(3);
    answer(500);
    expect((await first).status).toBe(500);
    await expect.poll(() => held.length).toBe(2);
    answer();
    expect((await Promise.all(others)).map(cacheStatus)).toEqual(['miss', 'miss']);
  });

  it.each([
    ['have no answer to wait for', 500, []],
    ['would be given its answer', 200, ['succeeded']],
  ])('are refused if they %s and their key has ended', async (_, status, succeeded) => {
    const { opened, held, send, looked, answer } = await open();
    const first = send();
    await looked(1);
    const other = send();
    await looked(2);
    opened.revokeAll();
    await opened.keys.refresh();
    answer(status);
    const [led, behind] = await Promise.all([first, other]);
    expect([led.status, behind.status, behind.headers['x-tt-refusal-type']]).toEqual([status, 401, 'invalid_key']);
    expect([held, cacheStatus(behind)]).toEqual([[], undefined]);
    const endings = opened.rows().flatMap((row) => (row.event === 'request_terminal' ? [row.status] : []));
    expect(endings.filter((each) => each !== 'failed').sort()).toEqual(['refused', ...succeeded]);
  });

  it('are each sent if the first is retried, whose answer is then not stored', async () => {
    const { held, send, looked, answer } = await open({}, { retries: { attempts: 2 } });
    const first = send();
    await looked(1);
    const other = send();
    await looked(2);
    answer(429);
    await expect.poll(() => held.length).toBe(2);
    answer();
    expect((await Promise.all([first, other])).map(({ status, headers }) => [status, headers['x-tt-cache']])).toEqual([
      [200, 'miss'],
      [200, 'miss'],
    ]);
  });

  it('are each sent after a purge in the meantime', async () => {
    const { opened, held, send, looked, answer } = await open();
    const first = send();
    await looked(1);
    const other = send();
    await looked(2);
    await opened.stored.entries.purge({ by: 'rule', value: 'another' });
    await opened.cacheStore?.look();
    answer();
    await first;
    await expect.poll(() => held.length).toBe(1);
    answer();
    expect(cacheStatus(await other)).toBe('miss');
  });

  it.each<[string, Partial<CacheRuleEntry>, object, Record<string, string>]>([
    ['streams', {}, { stream: true }, {}],
    ['calls under a rule in shadow', { mode: 'shadow' }, {}, {}],
    ['calls whose answer is not stored', {}, {}, { 'x-tt-cache': 'no-store' }],
  ])('are each sent if they are %s', async (_, rule, more, headers) => {
    const { held, send, answer } = await open(rule);
    const asked = [send(more, headers), send(more, headers)];
    await expect.poll(() => held.length).toBe(2);
    answer();
    expect((await Promise.all(asked)).map(cacheStatus)).toEqual(['miss', 'miss']);
  });
});
