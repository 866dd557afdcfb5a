import { afterEach, expect, it } from 'vitest';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

let world: GatewayWorld | undefined;
afterEach(() => world?.close());

it('serves calls while nothing can be written if configured so, and counts the missing rows', async () => {
  world = await openGatewayWorld({
    provider: (_, response) =>
      void response.end(JSON.stringify({ type: 'message', usage: { input_tokens: 1, output_tokens: 1 } })),
    writer: { appendLines: () => Promise.reject(new Error('ENOSPC')) },
    servesUnlogged: true,
  });
  const { origin, mint, unlogged } = world;
  const call = {
    method: 'POST',
    headers: { authorization: `Bearer ${await mint()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'claude-haiku-4-5', max_tokens: 1, messages: [{ role: 'user', content: 'Hello' }] }),
  };
  for (const _ of ['one whose write fails', 'one within a second of it'])
    expect((await fetch(`${origin}/v1/messages`, call)).status).toBe(200);
  // The count includes the admission and the ending of each call.
  expect(unlogged()).toBe(4);
  const ready = await fetch(`${origin}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', keys: 'known', log: 'closed' }]);
});
