import { request as httpRequest, type RequestListener, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { BodyBudget, type FullShare } from '../../../../proxy/body/body-budget.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

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
/** The maximum for all bodies. A key gets a third of it. */
const MAX_BYTES = 3 * (BODY.length + 50);

/** Opens a gateway with memory for one body, in front of a provider that answers on request. */
async function open() {
  const waiting: ServerResponse[] = [];
  const provider: RequestListener = (request, response) => {
    request.resume();
    request.on('end', () => waiting.push(response));
  };
  world = await openGatewayWorld({ provider, maxBodyBytes: MAX_BYTES });
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
    /** Waits until the provider has a call, and then answers it. */
    answer: async () => {
      await expect.poll(() => waiting.length).toBe(1);
      waiting.pop()!.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    },
    untilAsked: () => expect.poll(() => waiting.length).toBe(1),
  };
}

const holder = (keyId: string, organizationId = `org of ${keyId}`) => ({ keyId, organizationId });

it('bodies reserve their memory once, and release all of it', () => {
  const bodies = new BodyBudget({ maxBytes: 300 });
  const [one, other] = [bodies.open(holder('k1')), bodies.open(holder('k1'))];
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
  other.giveBack();
  expect(bodies.bytes).toBe(0);
});

it('of several large bodies of a key the oldest are read: younger ones yield while they arrive', () => {
  const bodies = new BodyBudget({ maxBytes: 300 });
  const given: number[] = [];
  const holds = Array.from({ length: 4 }, (_, index) => {
    const hold = bodies.open(holder('k1', 'o1'));
    const arrived = hold.arrives(() => {
      given.push(index);
      arrived();
    });
    return { take: (bytes: number) => hold.take(bytes), arrived };
  });
  const other = bodies.open(holder('k2', 'o2'));
  other.arrives(() => given.push(NaN));
  expect(other.take(10)).toBe(true);
  // Each body reserves ten bytes in turn, like arriving bodies. A key can reserve 96 bytes while the other also
  // reserves.
  for (let turn = 0; turn < 4; turn += 1) for (const hold of holds) hold.take(10);
  expect([given, bodies.bytes]).toEqual([[3, 2], 90]);
  expect(holds.map(({ take }) => take(1))).toEqual([true, true, false, false]);
  // A body that has arrived keeps its reservation, and so does the youngest body that still arrives.
  holds[1]?.arrived();
  expect(holds[0]?.take(20)).toBe(false);
  expect([given, bodies.bytes]).toEqual([[3, 2], 92]);
});

/** Reserves single bytes until no memory is available. */
function takeAll(bodies: BodyBudget, keyId: string, organizationId?: string): number {
  const hold = bodies.open(holder(keyId, organizationId));
  let bytes = 0;
  while (hold.take(1)) bytes += 1;
  return bytes;
}

it('a key that uses all it can leaves memory to its organization, and that to others', () => {
  const full: FullShare[] = [];
  const bodies = new BodyBudget({ maxBytes: 1_200, onFull: (share) => void full.push(share) });
  expect([takeAll(bodies, 'k1', 'o1'), takeAll(bodies, 'k2', 'o1'), takeAll(bodies, 'k3', 'o1')]).toEqual([
    400, 200, 0,
  ]);
  expect([takeAll(bodies, 'k4', 'o2'), takeAll(bodies, 'k5', 'o3')]).toEqual([200, 133]);
  expect(full).toEqual(['key', 'organization', 'organization', 'key', 'key']);
});

it('with any reservations of twenty hostile organizations, the next one gets memory', () => {
  const bodies = new BodyBudget({ maxBytes: 268_435_456 });
  for (let index = 0; index < 20; index += 1)
    for (let hold = bodies.open(holder(`k${index}`)), piece = 16_777_216; piece >= 1_024;)
      if (!hold.take(piece)) piece /= 2;
  expect(bodies.open(holder('next')).take(4_096)).toBe(true);
});

it('a request reserves its additional memory once', () => {
  const bodies = new BodyBudget({ maxBytes: 300, bytesPerRequest: 40 });
  const [first, second, third] = [bodies.open(holder('k1')), bodies.open(holder('k1')), bodies.open(holder('k1'))];
  expect([first.maxBytes, first.take(5), first.take(5), second.take(1), third.take(1)]).toEqual([
    60,
    true,
    true,
    true,
    false,
  ]);
  expect(bodies.bytes).toBe(91);
});

it('a request without memory for its body is refused before it is read, with its row, until another has ended', async () => {
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
    'keep-alive',
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

it('a body without a stated size is refused after it exceeds its key’s maximum', async () => {
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
  expect(status).toBe(413);
  await expect.poll(() => bodies.bytes).toBe(0);
});

it('a caller that disconnects releases its memory', async () => {
  const { ask, untilAsked, bodies } = await open();
  const leaving = new AbortController();
  const left = ask(leaving.signal).catch(() => 'left');
  await untilAsked();
  leaving.abort();
  expect(await left).toBe('left');
  await expect.poll(() => bodies.bytes).toBe(0);
});
