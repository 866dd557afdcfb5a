import { request as httpRequest, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { HeldBodies } from '../../../../proxy/body/held-bodies.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../support/gateway/gateway-world.ts';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const BODY = JSON.stringify({
  model: 'claude-haiku-4-5',
  max_tokens: 10,
  messages: [{ role: 'user', content: 'Hello' }],
});
const MOST = BODY.length + 50;

/** A gateway with room for one body, before a provider that answers when it is told to. */
async function open() {
  const waiting: ServerResponse[] = [];
  const provider: RequestListener = (request, response) => {
    request.resume();
    request.on('end', () => waiting.push(response));
  };
  world = await openGatewayWorld({ provider, mostBodyBytes: MOST });
  const token = await world.mint();
  const { origin, bodies, rows } = world;
  return {
    ...{ token, origin, bodies, rows },
    ask: (signal?: AbortSignal) =>
      fetch(`${origin}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': token, 'content-type': 'application/json' },
        body: BODY,
        ...(signal && { signal }),
      }),
    /** Waits until the provider has a call, and answers it. */
    answer: async () => {
      await expect.poll(() => waiting.length).toBe(1);
      waiting.pop()!.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    untilAsked: () => expect.poll(() => waiting.length).toBe(1),
  };
}

it('bodies take their room once, and give all of it back', () => {
  const bodies = new HeldBodies(100);
  const [one, other] = [bodies.open(), bodies.open()];
  expect([one.take(60), one.take(30), other.take(11), other.take(10), bodies.bytes]).toEqual([
    true,
    true,
    false,
    true,
    100,
  ]);
  one.giveBack();
  one.giveBack();
  expect([bodies.bytes, one.take(1)]).toEqual([10, false]);
});

it('a request whose body has no room is refused before it is read, with its row, until another was answered', async () => {
  const { ask, answer, untilAsked, bodies, rows } = await open();
  const first = ask();
  await untilAsked();
  expect(bodies.bytes).toBe(BODY.length);
  const second = await ask();
  const { error } = (await second.json()) as { error: { type: string } };
  const { headers } = second;
  expect([second.status, error.type, headers.get('retry-after'), headers.get('connection')]).toEqual([
    503,
    'overloaded_error',
    '1',
    'close',
  ]);
  expect(rows().find((row) => row.event === 'request_terminal')).toMatchObject({
    status: 'refused',
    terminal_kind: 'overloaded_error',
  });
  await answer();
  expect((await first).status).toBe(200);
  await first.then((response) => response.text());
  await expect.poll(() => bodies.bytes).toBe(0);
  const third = ask();
  await answer();
  expect((await third).status).toBe(200);
});

it('a body that does not say how large it is takes its room as it comes', async () => {
  const { origin, token, bodies } = await open();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token } });
    request.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.write(BODY);
    request.write(' '.repeat(51));
  });
  expect(status).toBe(503);
  await expect.poll(() => bodies.bytes).toBe(0);
});

it('a caller who goes away gives the room back', async () => {
  const { ask, untilAsked, bodies } = await open();
  const leaving = new AbortController();
  const left = ask(leaving.signal).catch(() => 'left');
  await untilAsked();
  leaving.abort();
  expect(await left).toBe('left');
  await expect.poll(() => bodies.bytes).toBe(0);
});
