import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShim } from '../../../../cli/groups/wrap/start-shim.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';

/** A request that arrived at the gateway. */
interface Arrived {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const arrived: Arrived[] = [];
let gateway: Server;
let base: URL;

beforeAll(async () => {
  gateway = createServer((request, answer) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method, url, headers } = request;
      arrived.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
      answer.writeHead(201, { 'content-type': 'text/plain', trailer: 'x-tt-cost-usd' });
      answer.write('first');
      answer.addTrailers({ 'x-tt-cost-usd': '0.5' });
      answer.end(' second');
    });
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  base = new URL(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`);
});
afterAll(() => {
  gateway.closeAllConnections();
  gateway.close();
});

/** A program that sends one request to the address of a variable. */
const caller = (variable: string, path: string, more = ''): string[] => [
  'node',
  '-e',
  `fetch(process.env.${variable} + '${path}', { ${more} }).then(async (a) => console.log(a.status, await a.text()))`,
];

describe('tt wrap', () => {
  it('adds one trace and the agent to each request of a session', async () => {
    arrived.length = 0;
    const both = `for V in "$ANTHROPIC_BASE_URL/v1/messages?beta=true" "$OPENAI_BASE_URL/models" "$GOOGLE_GEMINI_BASE_URL/v1beta/x"; do node -e 'fetch(process.argv[1],{method:"POST",body:"{}",headers:{"x-api-key":"ttk_secret"}}).then(async (a) => console.log(a.status, await a.text()))' "$V"; done`;
    const { code, stdout, stderr } = await runTt([
      'wrap',
      '--agent',
      'reviewer',
      '--base',
      base.href,
      '--',
      'sh',
      '-c',
      both,
    ]);
    expect([code, stdout, stderr]).toEqual([0, '201 first second\n'.repeat(3), '']);
    expect(arrived.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/v1/messages?beta=true', '{}'],
      ['POST', '/v1/models', '{}'],
      ['POST', '/v1beta/x', '{}'],
    ]);
    const traces = new Set(arrived.map(({ headers }) => headers['x-tt-trace-id']));
    expect([...traces]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(new Set(arrived.map(({ headers }) => headers['x-tt-agent']))).toEqual(new Set(['reviewer']));
    expect(new Set(arrived.map(({ headers }) => headers['x-api-key']))).toEqual(new Set(['ttk_secret']));
    expect(new Set(arrived.map(({ headers }) => headers.host))).toEqual(new Set([base.host]));
  });

  it('has another trace in another session, and keeps a trace that the client names', async () => {
    arrived.length = 0;
    const args = ['wrap', '--base', base.href, '--'];
    await runTt([...args, ...caller('ANTHROPIC_BASE_URL', '/a')]);
    await runTt([...args, ...caller('ANTHROPIC_BASE_URL', '/b')]);
    await runTt([
      ...args,
      ...caller('ANTHROPIC_BASE_URL', '/c', "headers: { 'X-TT-Trace-Id': 'own', 'x-tt-agent': 'mine' }"),
    ]);
    const [one, two, three] = arrived.map(({ headers }) => headers['x-tt-trace-id']);
    expect([one === two, three, arrived[2]?.headers['x-tt-agent'], arrived[0]?.headers['x-tt-agent']]).toEqual([
      false,
      'own',
      'mine',
      undefined,
    ]);
  });

  it.each([
    ['its exit code', ['sh', '-c', 'exit 7'], 7],
    ['128 and its signal', ['sh', '-c', 'kill -TERM $$'], 143],
    ['0', ['true'], 0],
  ])('ends with %s', async (_what, program, code) => {
    expect(await runTt(['wrap', '--', ...program])).toEqual({ code, stdout: '', stderr: '' });
  });

  it('leaves flags after -- and the standard streams to the program', async () => {
    const { code, stdout } = await runTt(['wrap', '--', 'sh', '-c', 'cat; echo "$@"', 'sh', '--json', '--help'], {
      input: 'typed\n',
    });
    expect([code, stdout]).toEqual([0, 'typed\n--json --help\n']);
  });

  it('answers 502 with the next step if no gateway listens', async () => {
    const { stdout } = await runTt([
      'wrap',
      '--base',
      'http://127.0.0.1:9',
      '--',
      ...caller('ANTHROPIC_BASE_URL', '/'),
    ]);
    expect(stdout).toBe(
      '502 {"type":"error","error":{"type":"gateway_unreachable","message":"tt wrap cannot reach the gateway at http://127.0.0.1:9 (ECONNREFUSED). Start it, or name another one with --base."}}\n',
    );
  });

  it('listens on the loopback address, below the path of the gateway', async () => {
    const shim = await startShim(new URL('/below/', base), {});
    expect(new URL(shim.origin).hostname).toBe('127.0.0.1');
    arrived.length = 0;
    await (await fetch(`${shim.origin}/v1/messages`)).text();
    await shim.close();
    expect(arrived.map(({ url }) => url)).toEqual(['/below/v1/messages']);
  });

  it('passes a stream on piece by piece', async () => {
    let endStream: () => void = () => undefined;
    const slow = createServer((_request, answer) => {
      answer.write('now');
      endStream = () => answer.end('later');
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const shim = await startShim(new URL(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`), {});
    const reader = (await fetch(shim.origin)).body!.getReader();
    const first = await reader.read();
    endStream();
    const second = await reader.read();
    await shim.close();
    slow.close();
    const textOf = ({ value }: { readonly value?: unknown }): string => new TextDecoder().decode(value as Uint8Array);
    expect([first, second].map(textOf)).toEqual(['now', 'later']);
  });
});
