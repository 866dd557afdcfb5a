import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ASK = JSON.stringify({ model: 'claude-haiku-4-5', max_tokens: 10, messages: [] });

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

it('a call in flight ends with its configuration, and the next one uses the new one', async () => {
  const waiting: ServerResponse[] = [];
  const { origin, mint, plane, composed, rows } = (world = await openGatewayWorld({
    governance: { limits: [{ id: 'cap', node: 'organization', requests: 5, per: 'day' }] },
    provider: (request, response) => {
      request.resume();
      waiting.push(response.writeHead(200, { 'content-type': 'application/json' }));
    },
  }));
  const token = await mint();
  const ask = async () => {
    const answer = await fetch(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token }, body: ASK });
    return [answer.status, await answer.text()];
  };
  const asking = ask();
  await expect.poll(() => waiting.length).toBe(1);
  let isOver = false;
  const over = plane.use({ ...composed, upstreams: [] }).then(() => (isOver = true));
  expect((await ask())[0]).toBe(404);
  const listed = await fetch(`${origin}/v1/models`, { headers: { 'x-api-key': token } });
  expect(await listed.json()).toMatchObject({ data: [] });
  expect(isOver).toBe(false);
  waiting[0]?.end('{"model":"claude-haiku-4-5"}');
  expect(await asking).toEqual([200, '{"model":"claude-haiku-4-5"}']);
  await over;
  // The call was settled before any part of its configuration may be closed.
  expect(world.governor?.figures.settled.requests).toBe(1);
  expect(rows().map((row) => row.event)).toContain('attempt');
});

it('no wait happens if no call uses the previous one', async () => {
  world = await openGatewayWorld({ provider: (request) => request.resume() });
  await expect(world.plane.use(world.composed)).resolves.toBeUndefined();
  await expect(world.plane.use(world.composed)).resolves.toBeUndefined();
});
