import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import Anthropic from '@anthropic-ai/sdk';
import { afterEach, describe, expect, it } from 'vitest';
import type { Attempt } from '../../../../contracts/ingest/events/attempt.ts';
import type { RequestAdmitted } from '../../../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../../../contracts/ingest/events/request-terminal.ts';
import type { TrafficEvent } from '../../../../contracts/ingest/events/traffic-event.ts';
import type { LimitEntry } from '../../../../domain/gateway/governance/governance-block.ts';
import { hasPython } from '../../../../testing/python-tool.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { WORLD_NOW, openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const RATE: LimitEntry = { id: 'rate', node: 'organization', requests_per_minute: 1 };
const SLOTS: LimitEntry = { id: 'slots', node: 'organization', concurrency: 1 };
const MESSAGE = { model: 'claude-haiku-4-5', content: [], usage: { input_tokens: 1, output_tokens: 1 } };
const ASK = JSON.stringify({
  model: 'claude-haiku-4-5',
  max_tokens: 5,
  messages: [{ role: 'user', content: 'Hello' }],
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(options: Partial<GatewayOptions> = {}): Promise<GatewayWorld> {
  const provider: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(MESSAGE));
    });
  };
  const world = await openGatewayWorld({ provider, ...options });
  ends.push(() => world.close());
  return world;
}

const post = ({ origin }: GatewayWorld, token: string, body: string = ASK, path = '/v1/messages') =>
  fetch(`${origin}${path}`, { method: 'POST', headers: { 'x-api-key': token }, body });

/** Opens a connection that has sent the head of a call, and records its received bytes. */
async function begin({ plane }: GatewayWorld, token: string, length = 33_554_432, more = '') {
  const address = plane.server.address();
  const socket: Socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  ends.push(() => socket.destroy());
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (piece: Buffer) => (received += piece.toString()));
  socket.write(
    `POST /v1/messages HTTP/1.1\r\nhost: a\r\nx-api-key: ${token}\r\ncontent-length: ${length}\r\n${more}\r\n`,
  );
  await once(socket, 'connect');
  return { socket, received: () => received };
}

const refused = (world: GatewayWorld): unknown[] =>
  world
    .rows()
    .flatMap((row) => (row.event === 'request_terminal' && row.status === 'refused' ? [row.terminal_kind] : []));

describe('a head that is not admitted', () => {
  it('of a key over its rate is refused with its row before any of its body has arrived', async () => {
    const world = await open({ governance: { limits: [RATE] } });
    const token = await world.mint();
    await post(world, token).then((answer) => answer.text());
    const { received } = await begin(world, token);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 429 [^]*x-tt-refused-by: rate\r\n[^]*"type":"rate_limited"/);
    expect([world.bodies.bytes, refused(world)]).toEqual([0, ['rate_limited']]);
    expect(world.rows().at(-2)).toMatchObject({
      input_size_bucket: expect.any(String) as string,
      noted: { 'refused_by_limit.id': 'rate' },
    });
  });

  it('of a key without the endpoint is refused in the same way', async () => {
    const world = await open();
    const { received } = await begin(world, await world.mint({ scopes: { endpoints: ['models'] } }));
    await expect.poll(received).toMatch(/^HTTP\/1\.1 403 [^]*"type":"scope_violation"/);
    expect([world.bodies.bytes, refused(world)]).toEqual([0, ['scope_violation']]);
  });

  it('of a key without free slots is refused in the same way, and takes none', async () => {
    const held: ServerResponse[] = [];
    const provider: RequestListener = (request, response) => void request.resume().on('end', () => held.push(response));
    const world = await open({ governance: { limits: [SLOTS] }, provider });
    const token = await world.mint();
    const first = post(world, token);
    await expect.poll(() => held.length).toBe(1);
    const { received } = await begin(world, token);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 429 [^]*"type":"concurrency_exceeded"/);
    held.pop()!.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(MESSAGE));
    expect((await first).status).toBe(200);
  });

  it('is refused before its body is requested', async () => {
    const world = await open({ governance: { limits: [RATE] } });
    const token = await world.mint();
    await post(world, token).then((answer) => answer.text());
    const { socket, received } = await begin(world, token, 10, 'expect: 100-continue\r\n');
    await once(socket, 'close');
    expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 429']);
  });

  it('whose body waits for 100 Continue gets it after the admission', async () => {
    const world = await open();
    const { socket, received } = await begin(world, await world.mint(), ASK.length, 'expect: 100-continue\r\n');
    await expect.poll(received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(ASK);
    await expect.poll(received).toMatch(/HTTP\/1\.1 200 OK/);
  });
});

it('a call counts at the instant of its head, and its latency begins with its complete body', async () => {
  const world = await open({ governance: { limits: [RATE] } });
  const { socket, received } = await begin(world, await world.mint(), ASK.length, 'expect: 100-continue\r\n');
  await expect.poll(received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  world.wait(3_000);
  world.pass(3_000);
  socket.write(ASK);
  await expect.poll(received).toMatch(/HTTP\/1\.1 200 OK/);
  await expect.poll(() => world.rows().length).toBe(4);
  const [admission, attempt, , ending] = world.rows() as [RequestAdmitted, Attempt, TrafficEvent, RequestTerminal];
  const headMs = Date.parse(admission.admitted_at);
  expect([headMs, Date.parse(ending.admitted_at)]).toEqual([WORLD_NOW.getTime(), WORLD_NOW.getTime()]);
  expect(Date.parse(attempt.dispatched_at) - headMs).toBeGreaterThanOrEqual(3_000);
  const endMs = Date.parse(ending.terminal_at) - headMs;
  expect(endMs - 3_000).toBeGreaterThanOrEqual(Math.floor(ending.total_ms ?? -1));
  expect(ending.total_ms).toBeLessThan(3_000);
});

describe('a slot of a limit', () => {
  it.each<[string, (upload: { socket: Socket }) => unknown]>([
    ['whose caller disconnects during the transfer', ({ socket }) => socket.destroy()],
    ['whose body is invalid', ({ socket }) => socket.write('x'.repeat(100))],
  ])('is free again after an upload %s', async (_name, end) => {
    const world = await open({ governance: { limits: [SLOTS] } });
    const token = await world.mint();
    const upload = await begin(world, token, 100);
    await expect.poll(() => post(world, token).then(({ status }) => status)).toBe(429);
    end(upload);
    await expect.poll(() => post(world, token).then(({ status }) => status)).toBe(200);
    await expect.poll(() => world.bodies.bytes).toBe(0);
  });

  it('is free again after an upload that is too slow', async () => {
    const world = await open({ governance: { limits: [SLOTS] } });
    const token = await world.mint();
    const { socket, received } = await begin(world, token, 100);
    await expect.poll(() => post(world, token).then(({ status }) => status)).toBe(429);
    const passing = setInterval(() => world.pass(61_000), 1_100);
    ends.push(() => clearInterval(passing));
    await once(socket, 'close');
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(passing);
    await world.keys.refresh();
    await expect.poll(() => post(world, token).then(({ status }) => status)).toBe(200);
  });
});

it('sixteen slow uploads of one key reserve only what has arrived', async () => {
  const world = await open();
  const hostile = await world.mint();
  for (let index = 0; index < 16; index += 1) (await begin(world, hostile)).socket.write('{');
  await expect.poll(() => world.bodies.bytes).toBe(16);
  expect((await post(world, await world.mint())).status).toBe(200);
});

it('a key at its maximum leaves memory to another of its organization, and of another one', async () => {
  const MIB = 1_048_576;
  const world = await open({ maxBodyBytes: 12 * MIB });
  const hostile = await world.mint();
  for (let index = 0; index < 3; index += 1)
    (await begin(world, hostile, 4 * MIB)).socket.write(`{"a":"${'x'.repeat(1.3 * MIB)}`);
  await expect.poll(() => world.bodies.bytes).toBeGreaterThan(3.8 * MIB);
  const large = JSON.stringify({ ...(JSON.parse(ASK) as object), metadata: { user_id: 'x'.repeat(MIB) } });
  expect((await post(world, hostile, large)).status).toBe(503);
  const leaf = {
    organizationId: 'org_2',
    workspaceId: 't_2',
    applicationId: 'app_2',
    gatewayId: 'gw_2',
    environmentId: 'env_2',
  };
  expect((await post(world, await world.mint(), large)).status).toBe(200);
  expect((await post(world, await world.mint({ leaf }), large)).status).toBe(200);
});

describe('a client that sends all of a large body first', () => {
  const LARGE = JSON.stringify({ ...(JSON.parse(ASK) as object), metadata: { user_id: 'x'.repeat(8_388_608) } });

  async function spent(): Promise<{ world: GatewayWorld; token: string }> {
    const world = await open({ governance: { limits: [RATE] } });
    const token = await world.mint();
    await post(world, token).then((answer) => answer.text());
    return { world, token };
  }

  it('gets the refusal: undici', async () => {
    const { world, token } = await spent();
    for (let turn = 0; turn < 3; turn += 1) expect((await post(world, token, LARGE)).status).toBe(429);
  });

  it('gets the refusal: the SDK of Anthropic', async () => {
    const { world, token } = await spent();
    const client = new Anthropic({ apiKey: token, baseURL: world.origin, maxRetries: 0 });
    const asked = client.messages.create({
      model: 'claude-haiku-4-5',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'x'.repeat(8_388_608) }],
    });
    await expect(asked).rejects.toMatchObject({ status: 429 });
  });

  it('gets the refusal: the HTTP client of Python', async (context) => {
    if (!hasPython()) {
      const reason = 'the HTTP client of Python was not tried: it needs Python 3.10 or newer as python3';
      console.warn(reason);
      context.skip(reason);
    }
    const { world, token } = await spent();
    const { port } = new URL(world.origin);
    const script = `import http.client
connection = http.client.HTTPConnection('127.0.0.1', ${port})
for turn in range(3):
    connection.request('POST', '/v1/messages', body=b'x' * 8388608, headers={'x-api-key': '${token}'})
    answer = connection.getresponse()
    answer.read()
    print(answer.status)`;
    const { stdout } = await promisify(execFile)('python3', ['-c', script]);
    expect(stdout).toBe('429\n429\n429\n');
  });
});

describe('a request to count tokens', () => {
  const count = async (world: GatewayWorld, token: string): Promise<number> => {
    const answer = await post(world, token, ASK, '/v1/messages/count_tokens');
    await answer.text();
    return answer.status;
  };

  it('is subject to rates, and uses them like a call', async () => {
    const world = await open({ governance: { limits: [{ ...RATE, requests_per_minute: 2 }] } });
    const token = await world.mint();
    expect([await count(world, token), (await post(world, token)).status, await count(world, token)]).toEqual([
      200, 200, 429,
    ]);
  });

  it('is subject to the scopes of endpoints', async () => {
    const world = await open();
    expect(await count(world, await world.mint({ scopes: { endpoints: ['responses'] } }))).toBe(403);
    expect(world.rows()).toEqual([]);
  });

  it('uses no quota, and releases its slot', async () => {
    const limits: LimitEntry[] = [{ id: 'day', node: 'organization', requests: 1, per: 'day' }, SLOTS];
    const world = await open({ governance: { limits } });
    const token = await world.mint();
    expect([await count(world, token), await count(world, token), (await post(world, token)).status]).toEqual([
      200, 200, 200,
    ]);
    expect([(await post(world, token)).status, await count(world, token)]).toEqual([429, 200]);
  });

  it('that is refused after its body releases its slot', async () => {
    const world = await open({ governance: { limits: [SLOTS] } });
    const token = await world.mint();
    for (let turn = 0; turn < 2; turn += 1)
      expect((await post(world, token, '{"model":"unknown"}', '/v1/messages/count_tokens')).status).toBe(404);
  });
});
