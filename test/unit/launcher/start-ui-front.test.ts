import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { firstVisitScript } from '../../../launcher/engines/first-visit.ts';
import { startUiFront } from '../../../launcher/engines/start-ui-front.ts';
import { freePorts } from '../../../testing/processes/free-ports.ts';

const PAGE = '/namespaces/truetally/workflows';
const HTML = { accept: 'text/html,*/*;q=0.8' };

let port: number;
let upstream: string | undefined;
let front: { stop(): Promise<void> };
let ui: Server;
let page = '';

beforeAll(async () => {
  // The server reports the requests that reached it.
  ui = createServer((asked, answer) => {
    if (asked.url === PAGE) return void answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    void text(asked).then((body) =>
      answer.writeHead(202, { 'x-ui': 'yes' }).end(`${asked.method} ${asked.url} ${body}`),
    );
  });
  ui.listen(0, '127.0.0.1');
  await once(ui, 'listening');
  upstream = `http://127.0.0.1:${(ui.address() as AddressInfo).port}`;
  [port = 0] = await freePorts(1);
  const publicUrl = 'https://temporal.example/ui';
  front = await startUiFront({ port, publicUrl, namespace: 'truetally', upstream: () => upstream });
});
afterAll(async () => {
  await front.stop();
  ui.close();
});

async function ask(
  headers: Record<string, string>,
  method = 'GET',
  body = '',
  path = '/namespaces?query=a%22b',
): Promise<string> {
  const asked = request({ host: '127.0.0.1', port, path, method, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return `${String(answer.statusCode)} ${await text(answer)}`;
}

it('passes on requests to our address unchanged', async () => {
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'temporal.example'])
    expect(await ask({ host })).toBe('202 GET /namespaces?query=a%22b ');
  const own = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'content-type': 'application/json' };
  expect(await ask(own, 'POST', '{"a": 1}')).toBe('202 POST /namespaces?query=a%22b {"a": 1}');
});

it.each(['evil.example', '127.0.0.1', '127.0.0.1:80', 'localhost.evil.example:8233'])('refuses %s', async (host) => {
  expect(await ask({ host })).toMatch(/^403 The Temporal UI is at http:\/\/127\.0\.0\.1:/);
});

it('refuses requests of another site’s page', async () => {
  const host = `127.0.0.1:${port}`;
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    expect(await ask({ host, origin }, 'POST', 'x')).toMatch(/^403 /);
});

it('listens only on one loopback address', async () => {
  const socket = connect({ host: '127.0.0.2', port });
  onTestFinished(() => void socket.destroy());
  await expect(once(socket, 'connect')).rejects.toThrow('connect E');
});

it('makes a page run our script before its own, and before its policy', async () => {
  const policy = '<meta http-equiv="content-security-policy" content="script-src \'strict-dynamic\' \'sha256-x\'">';
  page = `<html><head>${policy}</head><body>Workflows</body></html>`;
  const host = `127.0.0.1:${port}`;
  const shown = `<html><head><script src="/truetally-first-visit.js"></script>${policy}</head><body>Workflows</body></html>`;
  expect(await ask({ host, ...HTML }, 'GET', '', PAGE)).toBe(`200 ${shown}`);
  // Content that no browser shows as a page does not count as a page.
  expect(await ask({ host }, 'GET', '', PAGE)).toBe(`200 ${page}`);
  expect(await ask({ host, ...HTML })).toBe('202 GET /namespaces?query=a%22b ');
});

it('redirects to the workflows of the namespace, and serves its script', async () => {
  const host = `127.0.0.1:${port}`;
  expect(await ask({ host, ...HTML }, 'GET', '', '/')).toMatch(/^302 /);
  expect(await ask({ host }, 'GET', '', '/truetally-first-visit.js')).toBe(`200 ${firstVisitScript('truetally')}`);
});

it('reports that Temporal is unavailable', async () => {
  const place = upstream;
  const host = `127.0.0.1:${port}`;
  for (const away of [undefined, 'http://127.0.0.1:9']) {
    upstream = away;
    expect(await ask({ host })).toBe('503 Temporal does not answer at the moment: it is started again by itself.\n');
  }
  upstream = place;
});
