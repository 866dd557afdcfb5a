import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ANSWER_SPEED, UPLOAD_SPEED } from '../../../transport/connection-times.ts';
import { isTooSlow, SlowTransfers } from '../../../transport/slow-transfers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { TestApi } from '../../../testing/api/test-api.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { openGatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Opens a server that answers `/early` immediately and all other requests after their body, with a separate clock. */
async function open() {
  let now = 0;
  const server = createServer((request, response) => {
    if (request.url === '/early') response.end('early');
    else if (request.url === '/large') response.end(Buffer.alloc(64 * 1_048_576));
    else request.resume().on('end', () => response.end('whole'));
  });
  const slow = new SlowTransfers(server, () => now);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => void sockets.push(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    socket.end(`HTTP/1.1 408 Request Timeout\r\nx-code: ${error.code}\r\nconnection: close\r\n\r\n`),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    ...{ server, slow, sockets },
    lookAt: (ms: number): void => {
      now = ms;
      slow.look();
    },
  };
}

async function say(server: Server, head: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  ends.push(() => socket.destroy());
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  const asked = once(server, 'request');
  socket.write(head);
  await asked;
  return { socket, received: () => text };
}

const head = (path: string): string => `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: 10000000\r\n\r\n`;

describe('a transfer', () => {
  it.each([
    [60_000, 0, false],
    [60_001, 0, true],
    [61_000, 32_768, false],
    [61_001, 32_768, true],
    // 32 MiB at 256 kbit/s.
    [1_024_000, 33_554_432, false],
  ])('that took %i ms for %i bytes of a body is too slow: %s', (ms, bytes, expected) => {
    expect(isTooSlow(UPLOAD_SPEED, ms, bytes)).toBe(expected);
  });

  it('of an answer has ten minutes until its first bytes must be read', () => {
    expect([isTooSlow(ANSWER_SPEED, 600_000, 0), isTooSlow(ANSWER_SPEED, 600_001, 0)]).toEqual([false, true]);
  });

  it('of a body without progress ends a minute after it was first checked, with 408', async () => {
    const { server, slow, lookAt } = await open();
    const { socket, received } = await say(server, `${head('/')}x`);
    lookAt(5_000);
    lookAt(65_000);
    expect([socket.closed, slow.size]).toEqual([false, 1]);
    lookAt(65_001);
    await once(socket, 'close');
    expect(received()).toBe(
      'HTTP/1.1 408 Request Timeout\r\nx-code: ERR_HTTP_REQUEST_TIMEOUT\r\nconnection: close\r\n\r\n',
    );
    expect(slow.size).toBe(0);
  });

  it('of a body gets another second for each 32 KiB that arrived', async () => {
    const { server, sockets, lookAt } = await open();
    const { socket, received } = await say(server, head('/'));
    lookAt(0);
    socket.write(Buffer.alloc(327_680));
    await expect.poll(() => sockets[0]?.bytesRead).toBe(327_680 + head('/').length);
    lookAt(70_000);
    expect(socket.closed).toBe(false);
    lookAt(70_001 + (head('/').length / 32_768) * 1_000);
    await once(socket, 'close');
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('of the rest of a body after its answer ends without another answer', async () => {
    const { server, lookAt } = await open();
    const { socket, received } = await say(server, head('/early'));
    await once(socket, 'data');
    lookAt(0);
    lookAt(60_001);
    await once(socket, 'close');
    expect(received().match(/HTTP\/1\.1/g)).toEqual(['HTTP/1.1']);
  });

  it('of an answer that its client does not read ends', async () => {
    const { server, slow, sockets, lookAt } = await open();
    const { socket } = await say(server, 'GET /large HTTP/1.1\r\nhost: a\r\n\r\n');
    socket.pause();
    lookAt(0);
    lookAt(600_000);
    const [serving] = sockets;
    expect([serving?.destroyed, slow.size]).toEqual([false, 1]);
    lookAt(600_001 + ((serving?.bytesWritten ?? 0) / 8_192) * 1_000);
    expect([serving?.destroyed, slow.size]).toEqual([true, 0]);
  });

  it('that waits for no one has no time limit, and is forgotten after its end', async () => {
    const { server, slow, lookAt } = await open();
    const { socket, received } = await say(server, 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\nx');
    await expect.poll(received).toMatch(/whole$/);
    lookAt(1_000_000);
    expect([slow.size, socket.closed]).toEqual([0, false]);
  });
});

/** Every server that callers can reach, with the function that advances its clock. */
const SERVERS: readonly [
  string,
  () => Promise<{ server: Server; path: string; token: string; pass: (ms: number) => void }>,
][] = [
  [
    'the API',
    async () => {
      let passed = 0;
      const { app } = new TestApi({ monotonicMs: () => passed });
      await app.listen({ host: '127.0.0.1', port: 0 });
      ends.push(() => app.close());
      const path = `/portal/api/v1/customer/v1/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;
      return { server: app.server, path, token: callerToken('analyst'), pass: (ms) => void (passed += ms) };
    },
  ],
  [
    'the gateway',
    async () => {
      const world = await openGatewayWorld({ provider: () => undefined });
      ends.push(() => world.close());
      return { server: world.plane.server, path: '/v1/messages', token: await world.mint(), pass: world.pass };
    },
  ],
];

it.each(SERVERS)('%s aborts a body without progress', async (_name, openServer) => {
  const { server, path, token, pass } = await openServer();
  const begin = `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n`;
  const { socket, received } = await say(server, `${begin}content-length: 100\r\n\r\n{`);
  // The checks are a second apart, and the first check begins the measurement.
  const passing = setInterval(() => pass(61_000), 1_100);
  ends.push(() => clearInterval(passing));
  await once(socket, 'close');
  expect(received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});
