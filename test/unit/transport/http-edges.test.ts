import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { TestApi } from '../../../testing/api/test-api.ts';
import { openGatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Every server that callers can reach, listening, with a path that accepts a body. */
const SERVERS: readonly [string, string, () => Promise<Server>][] = [
  [
    'the API',
    '/portal/api/v1/customer/v1/organizations',
    async () => {
      const { app } = new TestApi();
      await app.listen({ host: '127.0.0.1', port: 0 });
      ends.push(() => app.close());
      return app.server;
    },
  ],
  [
    'the gateway',
    '/v1/messages',
    async () => {
      const world = await openGatewayWorld({ provider: () => undefined });
      ends.push(() => world.close());
      return world.plane.server;
    },
  ],
];

/** The complete answer of the server to these bytes, until it closes the connection. */
async function say(server: Server, bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  ends.push(() => socket.destroy());
  const received: Buffer[] = [];
  socket.on('data', (piece: Buffer) => received.push(piece));
  // The operating system rejects bytes that the server no longer reads.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}

const statusesIn = (responses: string): string[] =>
  [...responses.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);

const HOST = 'host: tt.test\r\n';

describe.each(SERVERS)('%s', (_name, path, open) => {
  it.each([
    [
      'two lengths of one body',
      `POST ${path} HTTP/1.1\r\n${HOST}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
      '400',
    ],
    [
      'two different lengths',
      `POST ${path} HTTP/1.1\r\n${HOST}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`,
      '400',
    ],
    ['a length that is not a number', `POST ${path} HTTP/1.1\r\n${HOST}content-length: +1\r\n\r\nx`, '400'],
    ['another coding after chunks', `POST ${path} HTTP/1.1\r\n${HOST}transfer-encoding: chunked, gzip\r\n\r\n`, '400'],
    ['a header with a blank before its colon', `POST ${path} HTTP/1.1\r\n${HOST}content-length : 1\r\n\r\nx`, '400'],
    ['a header on two lines', `GET /healthz HTTP/1.1\r\n${HOST}x-a: b\r\n c\r\n\r\n`, '400'],
    ['a line without a carriage return', `GET /healthz HTTP/1.1\n${HOST}\r\n`, '400'],
    ['bytes that are not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', '400'],
    ['two hosts', `GET /healthz HTTP/1.1\r\n${HOST}host: other.test\r\n\r\n`, '400'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', '400'],
    ['headers over 16 KiB', `GET /healthz HTTP/1.1\r\n${HOST}x: ${'x'.repeat(17_000)}\r\n\r\n`, '431'],
    ['8,000 short headers', `GET /healthz HTTP/1.1\r\n${HOST}${'a: 1234\r\n'.repeat(8_000)}\r\n`, '431'],
  ])('refuses %s, and reads nothing more of the connection', async (_case, bytes, status) => {
    const response = await say(await open(), `${bytes}GET /healthz HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`);
    expect(statusesIn(response)).toEqual([status]);
    expect(response.toLowerCase()).toMatch(/\r\nconnection: close\r\n/);
  });

  it('answers consecutive requests in order', async () => {
    const health = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
    const last = `GET /nowhere HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`;
    expect(statusesIn(await say(await open(), `${health}${health}${last}`))).toEqual(['200', '200', '404']);
  });

  it('answers HTTP/1.0 without a host, and closes the connection', async () => {
    expect(statusesIn(await say(await open(), 'GET /healthz HTTP/1.0\r\n\r\n'))).toEqual(['200']);
  });

  it.each(['http://tt.test/healthz', 'HTTPS://tt.test:8080/healthz', 'http://tt.test/healthz?a=http://b/c'])(
    'accepts %s as its path',
    async (target) => {
      const bytes = `GET ${target} HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`;
      expect(statusesIn(await say(await open(), bytes))).toEqual(['200']);
    },
  );

  it.each(['ftp://tt.test/healthz', 'http:/healthz', 'tt.test/healthz', '//tt.test/healthz'])(
    'does not accept %s as its path',
    async (target) => {
      const bytes = `GET ${target} HTTP/1.1\r\n${HOST}connection: close\r\n\r\n`;
      expect(statusesIn(await say(await open(), bytes))[0]).toMatch(/^40[04]/);
    },
  );

  it('ends a connection with endless trailers', async () => {
    const trailers = `x: ${'x'.repeat(8_000)}\r\n`.repeat(4);
    const bytes = `POST ${path} HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\n0\r\n${trailers}`;
    expect(statusesIn(await say(await open(), bytes))[0]).toMatch(/^4/);
  });
});
