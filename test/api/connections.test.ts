import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { limitConnections, type ConnectionLimits } from '../../api/transport/limit-connections.ts';
import { TestApi } from '../support/api/test-api.ts';

const HALF = 'GET /healthz HTTP/1.1\r\nHost: api.test\r\nX-Slow: ';
const HEALTHZ = 'GET /healthz HTTP/1.1\r\nHost: api.test\r\n\r\n';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A connection to the server on which these bytes were sent. */
async function say(server: Server, bytes: string): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  ends.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/** What a new connection that asks for `/healthz` is told first. */
async function askHealth(server: Server): Promise<string> {
  const socket = await say(server, HEALTHZ);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return first.toString().split('\r\n', 1).join('');
}

async function api(limits: { connectionsPerAddress: number; trustedProxies?: string[] }): Promise<Server> {
  const plenty = { requestsPerCredential: 1_000_000, requestsPerAddress: 1_000_000, trustedProxies: [] };
  const { app } = new TestApi({ limits: { ...plenty, ...limits } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ends.push(() => app.close());
  return app.server;
}

/** A server under these limits that answers everything but `/slow`. */
async function bareServer(limits: ConnectionLimits): Promise<{ server: Server; warned: unknown[] }> {
  const warned: unknown[] = [];
  const server = createServer(({ url }, response) => {
    if (url !== '/slow') response.end('alive');
  });
  server.headersTimeout = 15_000;
  server.keepAliveTimeout = 72_000;
  limitConnections(server, limits, { warn: (about: unknown) => warned.push(about) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, warned };
}

const openOn = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

describe('connections', () => {
  it('of one address are as many as it may have; a further one is closed, until another ends', async () => {
    const server = await api({ connectionsPerAddress: 5 });
    const half: Socket[] = [];
    for (let count = 0; count < 5; count += 1) half.push(await say(server, HALF));
    await expect.poll(() => openOn(server)).toBe(5);
    const further = await say(server, HEALTHZ);
    expect(await once(further, 'close')).toEqual([expect.any(Boolean)]);
    expect(further.bytesRead).toBe(0);
    half[0]!.destroy();
    await expect.poll(() => openOn(server)).toBe(4);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
  });

  it('of a trusted proxy are everybody’s, and have no such limit', async () => {
    const server = await api({ connectionsPerAddress: 2, trustedProxies: ['127.0.0.0/8'] });
    for (let count = 0; count < 8; count += 1) await say(server, HALF);
    await expect.poll(() => openOn(server)).toBe(8);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
  });

  it('that wait longest make room when nearly all are taken, so that a supervisor is answered', async () => {
    const { server } = await bareServer({ total: 50, perAddress: 1_000, trustedProxies: [] });
    const half: Socket[] = [];
    for (let count = 0; count < 120; count += 1) half.push(await say(server, HALF));
    await expect.poll(() => openOn(server)).toBe(49);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
    await expect.poll(() => half.map(({ closed }) => closed).indexOf(false)).toBeGreaterThanOrEqual(71);
  });

  it('with a request in hand make no room', async () => {
    const { server } = await bareServer({ total: 50, perAddress: 1_000, trustedProxies: [] });
    const asked = once(server, 'request');
    const slow = await say(server, 'GET /slow HTTP/1.1\r\nHost: api.test\r\n\r\n');
    await asked;
    for (let count = 0; count < 80; count += 1) await say(server, HALF);
    expect(await askHealth(server)).toBe('HTTP/1.1 200 OK');
    expect(slow.destroyed).toBe(false);
  });

  it('are waited for less when half of them are taken, and as long as before when they end', async () => {
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

  it('that are refused are told in the log once, not each', async () => {
    const { server, warned } = await bareServer({ total: 50, perAddress: 1, trustedProxies: [] });
    await say(server, HALF);
    await expect.poll(() => openOn(server)).toBe(1);
    for (let count = 0; count < 3; count += 1) await once(await say(server, HALF), 'close');
    expect(warned).toEqual([{ address: '127.0.0.1', connections: 1 }]);
  });
});
