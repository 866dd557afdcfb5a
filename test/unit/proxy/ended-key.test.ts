import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello, you there' }] };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(provider: GatewayOptions['provider']): Promise<GatewayWorld> {
  world = await openGatewayWorld({ provider });
  return world;
}

it.each<[string, string, number, string, (world: GatewayWorld) => Promise<void> | void]>([
  ['is revoked', '/v1/messages', 401, 'invalid_key', ({ revokeAll, keys }) => (revokeAll(), keys.refresh())],
  ['expires', '/v1/messages', 401, 'invalid_key', ({ wait }) => wait(60_000)],
  ['cannot be looked up any more', '/v1/messages', 503, 'enforcement_unavailable', ({ pass }) => pass(25_000)],
  [
    'is revoked',
    '/v1/messages/count_tokens',
    401,
    'invalid_key',
    ({ revokeAll, keys }) => (revokeAll(), keys.refresh()),
  ],
])('a call is refused if its key %s while its body for %s arrives', async (_, path, status, type, end) => {
  const sent: IncomingMessage[] = [];
  const opened = await open((request) => void sent.push(request));
  const token = await opened.mint({ expiresAt: new Date('2026-03-02T08:01:00.000Z') });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(ASK);
  const slow = httpRequest(`${opened.origin}${path}`, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve) => slow.once('response', resolve));
  slow.write(body.slice(0, 20));
  await expect.poll(() => opened.bodies.bytes).toBe(20);
  await end(opened);
  slow.end(body.slice(20));
  const answer = await answered;
  const { error } = (await json(answer)) as { error: { type: string } };
  expect([answer.statusCode, error.type, sent]).toEqual([status, type, []]);
  const endings = opened.rows().filter((row) => row.event === 'request_terminal');
  // The request was admitted with a key in force. A token count never has a row.
  const rows = path.endsWith('count_tokens') ? [] : [{ status: 'refused', terminal_kind: type, attempt_count: 0 }];
  expect(endings).toMatchObject(rows);
  expect(opened.refusals()).toEqual([type]);
});
