import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { limitConnections, type CloseReason, type ConnectionLimits } from '../../../transport/limit-connections.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { openGatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const HALF = 'GET /healthz HTTP/1.1\r\nHost: api.test\r\nX-Slow: ';
const HEALTHZ = 'GET /healthz HTTP/1.1\r\nHost: api.test\r\n\r\n';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Opens a connection to the server, and sends these bytes. */
async function say(server: Server, bytes: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/** The first answer on a new connection that requests `/healthz`. */
async function askHealth(server: Server): Promise<string> {
  const socket = await say(server, HEALTHZ);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return first.toString().split('\r\n', 1).join('');
}

interface AddressLimits {
  readonly perAddress: number;
  readonly trustedProxies?: string[];
}

/** Every server that callers can reach, listening. */
const SERVERS: readonly [string, (limits: AddressLimits) => Promise<Server>][] = [
  [
    'the API',
    async ({ perAddress: connectionsPerAddress, trustedProxies = [] }) => {
      const plenty = { requestsPerCredential: 1_000_000, requestsPerAddress: 1_000_000 };
      const { app } = new TestApi({ limits: { ...plenty, connectionsPerAddress, trustedProxies } });
      await app.listen({ host: '127.0.0.1', port: 0 });
      ends.push(() => app.close());
      return app.server;
    },
  ],
  [
    'the gateway',
    async (connections) => {
      const world = await openGatewayWorld({ provider: () => undefined, connections });
      ends.push(() => world.close());
      return world.plane.server;
    },
  ],
];

/** Starts a server under these limits that answers every path except `/slow`. */
async function bareServer(
  limits: ConnectionLimits,
): Promise<{ server: Server; warned: unknown[]; closed: CloseReason[] }> {
  const warned: unknown[] = [];
  const closed: CloseReason[] = [];
  const server = createServer(({ url }, response) => {
    if (url !== '/slow') response.end('alive');
  });
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 72_000;
  const log = { warn: (about: unknown) => void warned.push(about) };
  limitConnections(server, limits, { log, closed: (reason) => void closed.push(reason) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, warned, closed };
}

/** A connection from this address that has not sent any bytes. */
function arrive(server: Server, remoteAddress: string): Duplex {
  const silent = { read: () => undefined, write: (_piece: unknown, _coding: unknown, done: () => void) => done() };
  const socket = Object.assign(new Duplex(silent), { remoteAddress });
  server.emit('connection', socket);
  return socket;
}

const openOn = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

describe.each(SERVERS)('connections of %s', (_name, open) => {
  it('of one address are limited: the longest waiting one is closed for a new request', async () => {
    const server = await open({ perAddress: 5 });
    const half: Socket[] = [];
    for (let count = 0; count < 40; count += 1) half.push(await say(server, HALF));
    await expect.poll(() => openOn(server)).toBe(5);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
    await expect.poll(() => half.map(({ closed }) => closed).lastIndexOf(true)).toBe(35);
  });

  it('of a trusted proxy are shared, and have no such limit', async () => {
    const server = await open({ perAddress: 2, trustedProxies: ['127.0.0.0/8'] });
    for (let count = 0; count < 8; count += 1) await say(server, HALF);
    await expect.poll(() => openOn(server)).toBe(8);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
  });

  it('give headers 15 seconds, and bodies no fixed time', async () => {
    const { headersTimeout, keepAliveTimeout, requestTimeout } = await open({ perAddress: 5 });
    expect([headersTimeout, keepAliveTimeout, requestTimeout]).toEqual([15_000, 72_000, 0]);
  });
});

describe('connections', () => {
  it('of one address are refused while each has a request in progress, until one of them ends', async () => {
    const { server, warned, closed } = await bareServer({ total: 50, perAddress: 3, trustedProxies: [] });
    const slow: Socket[] = [];
    for (let count = 0; count < 3; count += 1) {
      const asked = once(server, 'request');
      slow.push(await say(server, 'GET /slow HTTP/1.1\r\nHost: api.test\r\n\r\n'));
      await asked;
    }
    for (let count = 0; count < 3; count += 1) {
      const further = await say(server, HEALTHZ);
      await once(further, 'close');
      expect(further.bytesRead).toBe(0);
    }
    expect(warned).toEqual([{ address: '127.0.0.1', connections: 3 }]);
    expect(closed).toEqual(['address_full', 'address_full', 'address_full']);
    slow[0]!.destroy();
    await expect.poll(() => openOn(server)).toBe(2);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
  });

  it('that wait longest are closed when nearly all are used, so that a supervisor is answered', async () => {
    const { server } = await bareServer({ total: 50, perAddress: 1_000, trustedProxies: [] });
    const half: Socket[] = [];
    for (let count = 0; count < 120; count += 1) half.push(await say(server, HALF));
    await expect.poll(() => openOn(server)).toBe(49);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
    await expect.poll(() => half.map(({ closed }) => closed).indexOf(false)).toBeGreaterThanOrEqual(71);
  });

  it('with a request in progress are not closed', async () => {
    const { server } = await bareServer({ total: 50, perAddress: 1_000, trustedProxies: [] });
    const asked = once(server, 'request');
    const slow = await say(server, 'GET /slow HTTP/1.1\r\nHost: api.test\r\n\r\n');
    await asked;
    for (let count = 0; count < 80; count += 1) await say(server, HALF);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
    expect(slow.destroyed).toBe(false);
  });

  it('that had a request in progress can be closed after it has ended, after those that waited in the meantime', async () => {
    const { server, closed } = await bareServer({ total: 50, perAddress: 2, trustedProxies: [] });
    const asked = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const slow = await say(server, 'GET /slow HTTP/1.1\r\nHost: api.test\r\n\r\n');
    const [, response] = await asked;
    // The second incomplete request takes the place of the first. The slow request is skipped.
    const half = [await say(server, HALF), await say(server, HALF)];
    await expect.poll(() => half.map((socket) => socket.closed)).toEqual([true, false]);
    response.end('late');
    await once(slow, 'data');
    half.push(await say(server, HALF));
    await expect.poll(() => [slow, ...half].map((socket) => socket.closed)).toEqual([false, true, true, false]);
    half.push(await say(server, HALF));
    await expect.poll(() => [slow, ...half].map((socket) => socket.closed)).toEqual([true, true, true, false, false]);
    expect(closed).toEqual(['made_room', 'made_room', 'made_room']);
  });

  it('that were answered wait again: the one answered first is closed first', async () => {
    const { server } = await bareServer({ total: 50, perAddress: 2, trustedProxies: [] });
    const idle: Socket[] = [];
    for (let count = 0; count < 2; count += 1) {
      const socket = await say(server, HEALTHZ);
      await once(socket, 'data');
      idle.push(socket);
    }
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
    await expect.poll(() => idle.map(({ closed }) => closed)).toEqual([true, false]);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['2001:db8:1:2::9', '2001:db8:1:2:ffff::1', true],
    ['2001:db8:1:2::9', '2001:db8:1:3::9', false],
    ['2001:db8::9', '2001:db8:0:0:1::', true],
  ])('from %s and from %s have one share: %s', async (one, other, isShared) => {
    const { server } = await bareServer({ total: 50, perAddress: 1, trustedProxies: [] });
    const [first, second] = [arrive(server, one), arrive(server, other)];
    expect([first.destroyed, second.destroyed]).toEqual([isShared, false]);
  });

  it('may wait for less time when half of them are used, and as long as before afterwards', async () => {
    const { server } = await bareServer({ total: 20, perAddress: 100, trustedProxies: [] });
    const patience = (): number[] => [server.headersTimeout, server.keepAliveTimeout];
    const half: Socket[] = [];
    for (let count = 0; count < 10; count += 1) half.push(await say(server, HALF));
    await expect.poll(() => openOn(server)).toBe(10);
    expect(patience()).toEqual([15_000, 72_000]);
    half.push(await say(server, HALF));
    await expect.poll(patience).toEqual([3_000, 5_000]);
    half.forEach((socket) => socket.destroy());
    await expect.poll(patience).toEqual([15_000, 72_000]);
  });
});
