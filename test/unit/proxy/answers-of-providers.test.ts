import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { TrafficEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

const MESSAGE = JSON.stringify({
  model: 'claude-haiku-4-5-20251001',
  content: [{ type: 'text', text: 'Hello' }],
  usage: { input_tokens: 1_000, output_tokens: 500 },
});
const STREAM = [
  '{"type":"message_start","message":{"model":"claude-haiku-4-5-20251001","usage":{"input_tokens":1000,"output_tokens":1}}}',
  '{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hello"}}',
  '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":500}}',
  '{"type":"message_stop"}',
]
  .map((data) => `data: ${data}\n\n`)
  .join('');
const JSON_TYPE = 'content-type: application/json';
const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] };

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** Starts a provider of bare sockets, which sends the same bytes to every connection that writes. */
async function startProvider(answer: Buffer | string, ends = true): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => (ends ? socket.end(answer) : socket.write(answer)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Told {
  /** The status; 0 if the connection broke before a head. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isWhole: boolean;
}

async function ask(opened: GatewayWorld, token: string, body: object): Promise<Told> {
  const asked = httpRequest(`${opened.origin}/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  asked.end(JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer) => chunks.push(chunk));
  answer.on('error', () => undefined);
  await new Promise((resolve) => answer.on('close', resolve));
  const { statusCode = 0, headers, complete } = answer;
  return { status: statusCode, headers, body: Buffer.concat(chunks), isWhole: complete };
}

interface Heard extends Told {
  readonly row: Extract<TrafficEvent, { event: 'request_terminal' }> | undefined;
  readonly cost: Extract<TrafficEvent, { event: 'cost_effect' }> | undefined;
}

async function hear(answer: Buffer | string, body: object = ASK): Promise<Heard> {
  const base = await startProvider(answer);
  const providers = [
    { name: 'anthropic', wire: 'anthropic', models: ['*'], priced_as: 'anthropic', base_url: base },
  ] as const;
  world = await openGatewayWorld({ provider: () => undefined, providers });
  const opened = world;
  const result = await ask(opened, await opened.mint(), body);
  await expect.poll(() => opened.rows().some(({ event }) => event === 'request_terminal')).toBe(true);
  const rows = opened.rows();
  return {
    ...result,
    row: rows.find((row): row is NonNullable<Heard['row']> => row.event === 'request_terminal'),
    cost: rows.find((row): row is NonNullable<Heard['cost']> => row.event === 'cost_effect'),
  };
}

function answerOf(head: readonly string[], body: Buffer | string): Buffer {
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

const ok = (...headers: string[]): string[] => ['HTTP/1.1 200 OK', ...headers];
const lengthOf = (body: Buffer | string): string => `content-length: ${Buffer.byteLength(body)}`;

describe('an answer that is passed on, with a correct row', () => {
  const packed = gzipSync(MESSAGE);
  const packedStream = gzipSync(STREAM);

  it.each<[string, Buffer, string | Buffer]>([
    ['as it is', answerOf(ok(JSON_TYPE, lengthOf(MESSAGE)), MESSAGE), MESSAGE],
    ['of a type in capitals', answerOf(ok('Content-Type: Application/JSON; X=y', lengthOf(MESSAGE)), MESSAGE), MESSAGE],
    ['of two types', answerOf(ok(JSON_TYPE, 'content-type: text/html', lengthOf(MESSAGE)), MESSAGE), MESSAGE],
    ['without a type', answerOf(ok(lengthOf(MESSAGE)), MESSAGE), MESSAGE],
    ['that is compressed', answerOf(ok(JSON_TYPE, 'content-encoding: gzip', lengthOf(packed)), packed), packed],
    ['that ends with its connection', answerOf(ok(JSON_TYPE), MESSAGE), MESSAGE],
    [
      'after an early hint',
      answerOf(['HTTP/1.1 103 Early Hints', 'link: </x>', '', ...ok(JSON_TYPE, lengthOf(MESSAGE))], MESSAGE),
      MESSAGE,
    ],
    [
      'in pieces with trailers',
      answerOf(
        ok(JSON_TYPE, 'transfer-encoding: chunked', 'trailer: x-a'),
        `${MESSAGE.length.toString(16)};x=y\r\n${MESSAGE}\r\n0\r\nx-a: b\r\n\r\n`,
      ),
      MESSAGE,
    ],
    [
      'with more bytes than stated',
      answerOf(ok(JSON_TYPE, lengthOf(MESSAGE)), `${MESSAGE}HTTP/1.1 200 OK\r\n\r\n`),
      MESSAGE,
    ],
  ])('%s', async (_name, answer, body) => {
    const heard = await hear(answer);
    expect([heard.status, heard.isWhole, heard.body.equals(Buffer.from(body))]).toEqual([200, true, true]);
    expect(heard.row).toMatchObject({ status: 'succeeded' });
    expect(heard.cost).toMatchObject({ price_state: 'priced', nanos: '3500000', estimated: false });
  });

  it.each<[string, Buffer, string | Buffer]>([
    ['as it is', answerOf(ok('content-type: text/event-stream'), STREAM), STREAM],
    ['of a type in capitals', answerOf(ok('content-type: Text/Event-Stream;charset=UTF-8'), STREAM), STREAM],
    [
      'that is compressed',
      answerOf(ok('content-type: text/event-stream', 'content-encoding: GZIP'), packedStream),
      packedStream,
    ],
    [
      'whose last event has no line break',
      answerOf(ok('content-type: text/event-stream'), STREAM.trimEnd()),
      STREAM.trimEnd(),
    ],
  ])('a stream %s', async (_name, answer, body) => {
    const heard = await hear(answer, { ...ASK, stream: true });
    expect([heard.status, heard.isWhole, heard.body.equals(Buffer.from(body))]).toEqual([200, true, true]);
    expect(heard.row).toMatchObject({ status: 'succeeded' });
    expect(heard.cost).toMatchObject({ price_state: 'priced', nanos: '3500000', estimated: false });
  });
});

describe('an answer that cannot be passed on ends only the call', () => {
  const cutOff = { status: 'failed', terminal_kind: 'answer_cut_off' };
  const unreachable = { status: 'failed', terminal_kind: 'provider_unreachable' };

  it.each<[string, Buffer | string, number, object]>([
    [
      'that is shorter than stated',
      answerOf(ok(JSON_TYPE, 'content-length: 9999'), MESSAGE),
      502,
      { status: 'partial', terminal_kind: 'answer_cut_off' },
    ],
    ['in pieces of no length', answerOf(ok(JSON_TYPE, 'transfer-encoding: chunked'), 'zz\r\nxx'), 502, cutOff],
    ['of two lengths', answerOf(ok(JSON_TYPE, 'content-length: 3', lengthOf(MESSAGE)), MESSAGE), 502, unreachable],
    [
      'of a length and in pieces',
      answerOf(ok(JSON_TYPE, 'transfer-encoding: chunked', lengthOf(MESSAGE)), MESSAGE),
      502,
      unreachable,
    ],
    ['of an invalid length', answerOf(ok(JSON_TYPE, 'content-length: -1'), MESSAGE), 502, unreachable],
    ['of the status 99', answerOf(['HTTP/1.1 99 X', JSON_TYPE, lengthOf(MESSAGE)], MESSAGE), 502, unreachable],
    [
      'that switches to another protocol',
      answerOf(['HTTP/1.1 101 X', 'upgrade: x', 'connection: upgrade'], MESSAGE),
      502,
      unreachable,
    ],
    [
      'with a head of 64 KiB',
      answerOf(ok(JSON_TYPE, ...Array.from({ length: 1_000 }, (_, at) => `x-${at}: ${'y'.repeat(60)}`)), MESSAGE),
      502,
      unreachable,
    ],
    [
      'with a control character in its head',
      answerOf(ok(JSON_TYPE, 'x-a: \u0001b', lengthOf(MESSAGE)), MESSAGE),
      502,
      unreachable,
    ],
    [
      'after 100 Continue without a request',
      answerOf(['HTTP/1.1 100 Continue\r\n', ...ok(JSON_TYPE, lengthOf(MESSAGE))], MESSAGE),
      502,
      unreachable,
    ],
    ['that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 502, unreachable],
    ['that is empty', '', 502, unreachable],
  ])('%s', async (_name, answer, status, row) => {
    const heard = await hear(answer);
    expect(heard.status).toBe(status);
    expect(heard.row).toMatchObject(row);
    const { origin } = world as GatewayWorld;
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  it.each([299, 399, 600, 999])('with the status %i has the meaning of its status', async (status) => {
    const heard = await hear(answerOf([`HTTP/1.1 ${status} X`, JSON_TYPE, lengthOf(MESSAGE)], MESSAGE));
    expect([heard.status, heard.body.toString()]).toEqual([status, MESSAGE]);
    expect(heard.row).toMatchObject(
      status < 300 ? { status: 'succeeded' } : { status: 'failed', terminal_kind: `http_${status}` },
    );
  });
});

it('a large answer uses at most the memory for 1 MiB, and releases all of it', async () => {
  const numbers = '0.0123456789,'.repeat(600_000);
  const body = `{"model":"claude-haiku-4-5-20251001","data":[${numbers}1],"usage":{"input_tokens":1000,"output_tokens":500}}`;
  const heard = await hear(answerOf(ok(JSON_TYPE, lengthOf(body)), body));
  expect([heard.status, heard.body.length]).toEqual([200, body.length]);
  expect(heard.cost).toMatchObject({ price_state: 'priced', nanos: '3500000' });
  await expect.poll(() => world?.bodies.bytes).toBe(0);
});
