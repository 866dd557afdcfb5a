import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { ProblemSchema } from '../../../contracts/problems/customer-problem.ts';
import { makeView } from '../../../testing/api/answers.ts';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../testing/api/demo-ids.ts';
import { callerToken } from '../../../testing/apps/demo-callers.ts';
import { API_BASE_PATH, TestApi } from '../../../testing/api/test-api.ts';

const api = new TestApi();
let port: number;

/** The interim answer of the server if a request expects `100-continue`. */
const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n';

beforeAll(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = api.app.server.address() as AddressInfo);
});
afterAll(() => api.app.close());

/** The complete answer of the server to these bytes, until it closes the connection. */
async function say(bytes: string): Promise<{ statusLine: string; headers: string; body: Record<string, unknown> }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const received: Buffer[] = [];
  socket.on('data', (piece: Buffer) => received.push(piece));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  const [head = '', text = ''] = Buffer.concat(received).toString().replace(GO_ON, '').split('\r\n\r\n');
  const [statusLine = '', ...headers] = head.split('\r\n');
  const body = JSON.parse(text) as Record<string, unknown>;
  if (statusLine !== 'HTTP/1.1 200 OK') expect([...Value.Errors(ProblemSchema, body)]).toEqual([]);
  return { statusLine, headers: headers.join('\n').toLowerCase(), body };
}

describe('a request at the edge of HTTP', () => {
  it.each<[string, string, string]>([
    [
      'two hosts',
      'GET /healthz HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n',
      'The request has no `Host` header, or more than one. Send exactly one `Host` header.',
    ],
    [
      'one host twice',
      'GET /healthz HTTP/1.1\r\nHost: a.test\r\nhost: a.test\r\n\r\n',
      'The request has no `Host` header, or more than one. Send exactly one `Host` header.',
    ],
    ...['', 'a b', 'a.test/x', 'user@a.test', 'a.test:port', 'a.test, b.test', '[::1', 'http://a.test'].map(
      (host) =>
        [
          `the host ${JSON.stringify(host)}`,
          `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
          'Name the host by a name or an address, with a port if it needs one.',
        ] as [string, string, string],
    ),
    [
      'HTTP/2.0',
      'GET /healthz HTTP/2.0\r\nHost: a.test\r\n\r\n',
      'The bytes are not a valid HTTP/1.1 request. Correct the client.',
    ],
    [
      'HTTP/0.9',
      'GET /healthz HTTP/0.9\r\nHost: a.test\r\n\r\n',
      'The bytes are not a valid HTTP/1.1 request. Correct the client.',
    ],
    ['no version', 'GET /healthz\r\n\r\n', 'The bytes are not a valid HTTP/1.1 request. Correct the client.'],
    [
      'HTTP/3.0',
      'GET /healthz HTTP/3.0\r\nHost: a.test\r\n\r\n',
      'The bytes are not a valid HTTP/1.1 request. Correct the client.',
    ],
    [
      'the beginning of HTTP/2',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'The bytes are not a valid HTTP/1.1 request. Correct the client.',
    ],
  ])('is refused once and closes its connection: %s', async (_name, bytes, detail) => {
    const { statusLine, headers, body } = await say(bytes);
    expect([statusLine, body['type'], body['detail']]).toEqual([
      'HTTP/1.1 400 Bad Request',
      'malformed_request',
      detail,
    ]);
    expect(headers).toContain('connection: close');
  });

  it.each(['a.test', 'A.test:7070', '127.0.0.1', '[::1]:7070', 'x_y.test', 'a.test:'])(
    'is answered if it names the host %s',
    async (host) => {
      const { statusLine } = await say(`GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(statusLine).toBe('HTTP/1.1 200 OK');
    },
  );

  it('is answered as HTTP/1.0 without a host', async () => {
    expect((await say('GET /healthz HTTP/1.0\r\n\r\n')).statusLine).toBe('HTTP/1.1 200 OK');
  });

  it.each(['x', '200-ok', 'x, 100-continue'])('is refused if it expects %s', async (expected) => {
    const { statusLine, headers, body } = await say(
      `GET /healthz HTTP/1.1\r\nHost: a.test\r\nExpect: ${expected}\r\n\r\n`,
    );
    expect([statusLine, body['type']]).toEqual(['HTTP/1.1 417 Expectation Failed', 'expectation_failed']);
    expect(headers).toContain('connection: close');
  });

  it('is refused if it requests a tunnel', async () => {
    const { statusLine, headers, body } = await say('CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n');
    expect([statusLine, body['type']]).toEqual(['HTTP/1.1 405 Method Not Allowed', 'method_not_allowed']);
    expect(headers).toContain('allow: get, post, put, delete');
    expect(headers).toContain('connection: close');
  });

  it.each([
    ['a coding', 'Content-Type: application/json\r\nContent-Encoding: gzip', 'Send the body uncompressed'],
    ['an unknown coding', 'Content-Type: application/json\r\nContent-Encoding: x', 'Send the body uncompressed'],
    ['another charset', 'Content-Type: application/json; charset=latin1', 'in UTF-8'],
    ['two charsets', 'Content-Type: application/json; charset=utf-8; charset="utf-7"', 'in UTF-8'],
  ])('is refused if its body has %s', async (_name, headers, detail) => {
    const body = JSON.stringify(makeView());
    const path = `${API_BASE_PATH}/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;
    const answered = await say(
      `POST ${path} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nAuthorization: Bearer ${callerToken('owner')}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n\r\n${body}`,
    );
    expect([answered.statusLine, answered.body['type']]).toEqual([
      'HTTP/1.1 415 Unsupported Media Type',
      'unsupported_media_type',
    ]);
    expect(answered.body['detail']).toContain(detail);
    expect(api.plane.written()).toBe(0);
  });
});

describe('a body', () => {
  const VIEWS = `/organizations/${ORGANIZATION_ID}/workspaces/${WORKSPACE_ID}/saved-views`;

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/json; profile=x'])(
    'is read as %s',
    async (type) => {
      const { status } = await new TestApi().post(VIEWS, { body: makeView(), headers: { 'content-type': type } });
      expect(status).toBe(201);
    },
  );

  it('is read if its content coding is identity', async () => {
    const headers = { 'content-encoding': 'identity' };
    expect((await new TestApi().post(VIEWS, { body: makeView(), headers })).status).toBe(201);
  });
});

describe('an answer 503', () => {
  it('states when to retry, even if it is not a problem', async () => {
    const { status, headers } = await new TestApi({ isStopping: () => true }).get('/readyz', { as: 'nobody' });
    expect([status, headers['retry-after']]).toEqual([503, '1']);
  });

  it('states this if Postgres does not answer', async () => {
    const credentials = { resolve: () => Promise.reject(new Error('Connection terminated')) };
    const answered = await new TestApi({ credentials }).get(`/organizations/${ORGANIZATION_ID}/insights/catalog`);
    expect([answered.status, answered.headers['retry-after']]).toEqual([503, '1']);
  });
});
