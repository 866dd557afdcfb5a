import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { ProblemSchema } from '../../../contracts/problems/customer-problem.ts';
import { TestApi } from '../../../testing/api/test-api.ts';

const { app } = new TestApi();
let port: number;

beforeAll(async () => {
  await app.ready();
  // As in production, with a shorter time-out.
  app.server.headersTimeout = 200;
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** The complete answer of the server to these bytes, until it closes the connection. */
async function say(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const received: Buffer[] = [];
  socket.on('data', (piece: Buffer) => received.push(piece));
  // The operating system rejects bytes that the server no longer reads.
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}

function problemIn(response: string): { statusLine: string; headers: string; body: Record<string, unknown> } {
  const [head = '', text = ''] = response.split('\r\n\r\n');
  const [statusLine = '', ...headers] = head.split('\r\n');
  const body = JSON.parse(text) as Record<string, unknown>;
  expect([...Value.Errors(ProblemSchema, body)]).toEqual([]);
  return { statusLine, headers: headers.join('\n').toLowerCase(), body };
}

const HOST = 'Host: api.test\r\nConnection: close\r\n';

describe('bytes on a connection', () => {
  it.each([
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', '400 Bad Request', 'malformed_request'],
    ['an unknown method', `FETCH / HTTP/1.1\r\n${HOST}\r\n`, '400 Bad Request', 'malformed_request'],
    ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, '400 Bad Request', 'malformed_request'],
    [
      'two lengths of one body',
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '400 Bad Request',
      'malformed_request',
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', 'malformed_request'],
    [
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'headers_too_large',
    ],
    ['a path over 4 KiB', `GET /${'x'.repeat(4_096)} HTTP/1.1\r\n${HOST}\r\n`, '414 URI Too Long', 'uri_too_long'],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: api.test\r\n', '408 Request Timeout', 'request_timeout'],
  ])(
    'are answered with a problem, and the connection is closed: %s',
    async (_name, bytes, status, type) => {
      const { statusLine, headers, body } = problemIn(await say(bytes));
      expect([statusLine, body['type'], body['status']]).toEqual([
        `HTTP/1.1 ${status}`,
        type,
        Number(status.slice(0, 3)),
      ]);
      expect(headers).toContain('content-type: application/problem+json; charset=utf-8');
      expect(headers).toContain(`x-request-id: ${String(body['request_id'])}`);
      expect(headers).toContain('connection: close');
      expect(headers).not.toMatch(/^(server|x-powered-by):/m);
    },
    20_000,
  );

  it('after an answered request are refused too if they form no request', async () => {
    const socket = connect(port, '127.0.0.1');
    const received: string[] = [];
    socket.setEncoding('utf8').on('data', (piece: string) => received.push(piece));
    socket.write('GET /healthz HTTP/1.1\r\nHost: api.test\r\n\r\n');
    await once(socket, 'data');
    expect(received.join('')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    received.length = 0;
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'close');
    expect(problemIn(received.join('')).body['type']).toBe('malformed_request');
  });

  it('are limited in time, size and number', () => {
    const { requestTimeout, timeout, keepAliveTimeout, maxConnections } = app.server;
    expect({ requestTimeout, timeout, keepAliveTimeout, maxConnections }).toEqual({
      requestTimeout: 0,
      timeout: 120_000,
      keepAliveTimeout: 72_000,
      maxConnections: 5_000,
    });
  });
});
