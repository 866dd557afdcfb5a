import type { RequestListener } from 'node:http';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterEach, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';
import { collectSpans } from '../../../../testing/collected-spans.ts';

const ASK = { model: 'claude-haiku-4-5', max_tokens: 10, messages: [{ role: 'user', content: 'Hello?' }] };
const TRACE = '0af7651916cd43dd8448eb211c80319c';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

async function open(options: Partial<GatewayOptions> = {}): Promise<GatewayWorld> {
  world = await openGatewayWorld({ provider: answering(200), isTraced: true, ...options });
  return world;
}

function answering(status: number): RequestListener {
  return (request, response) => {
    request.resume();
    request.on('end', () => {
      const usage = { input_tokens: 3, output_tokens: 2 };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ model: 'claude-haiku-4-5-20251001', content: [{ type: 'text', text: 'Hi.' }], usage }),
      );
    });
  };
}

function post({ origin }: GatewayWorld, token: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify(ASK);
  return fetch(`${origin}/v1/messages`, { method: 'POST', headers: { 'x-api-key': token, ...headers }, body });
}

function named(spans: readonly ReadableSpan[], name: string): ReadableSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`There is no span ${name} among ${spans.map((span) => span.name).join()}.`);
  return found;
}

it('a call is a separate trace with a link to its caller’s, and contains the call of the provider', async () => {
  const spans = collectSpans();
  const at = await open();
  await (await post(at, await at.mint(), { traceparent: `00-${TRACE}-b7ad6b7169203331-01` })).text();
  const ended = await spans.ended(2);
  const [server, model] = [named(ended, 'POST /v1/messages'), named(ended, 'model.messages')];
  expect([server.kind, server.parentSpanContext, server.links.map(({ context }) => context.traceId)]).toEqual([
    SpanKind.SERVER,
    undefined,
    [TRACE],
  ]);
  expect(server.spanContext().traceId).not.toBe(TRACE);
  expect(server.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/messages',
    'http.response.status_code': 200,
    'truetally.request_id': 'greq_1',
    'url.scheme': 'http',
  });
  expect([model.kind, model.parentSpanContext?.spanId]).toEqual([SpanKind.CLIENT, server.spanContext().spanId]);
  expect(model.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'claude-haiku-4-5',
    'gen_ai.response.model': 'claude-haiku-4-5-20251001',
    'gen_ai.usage.input_tokens': 3,
    'gen_ai.usage.output_tokens': 2,
    'http.response.status_code': 200,
    'truetally.call.outcome': 'succeeded',
    'truetally.provider': 'anthropic',
  });
  expect([server.status.code, model.status.code]).toEqual([SpanStatusCode.UNSET, SpanStatusCode.UNSET]);
  const nanos = ([seconds, rest]: readonly [number, number]): bigint => BigInt(seconds) * 1_000_000_000n + BigInt(rest);
  expect(nanos(model.startTime)).toBeGreaterThanOrEqual(nanos(server.startTime));
  expect(nanos(server.endTime)).toBeGreaterThanOrEqual(nanos(model.endTime));
});

it('a call that the provider fails shows this in its span, and a refused call has no provider span', async () => {
  const spans = collectSpans();
  const at = await open({ provider: answering(500) });
  await (await post(at, await at.mint())).text();
  await (await post(at, 'ttk_unknown')).text();
  const ended = await spans.ended(3);
  expect(named(ended, 'model.messages').attributes).toMatchObject({
    'error.type': 'http_500',
    'http.response.status_code': 500,
  });
  const servers = ended.filter(({ kind }) => kind === SpanKind.SERVER);
  expect(
    servers.map(({ status, attributes }) => [
      status.code,
      attributes['error.type'],
      attributes['truetally.error.type'],
    ]),
  ).toEqual([
    [SpanStatusCode.ERROR, '500', undefined],
    [SpanStatusCode.UNSET, undefined, 'invalid_key'],
  ]);
});

it('a call whose caller disconnects is aborted, with its result at the provider', async () => {
  const spans = collectSpans();
  const leaving = new AbortController();
  const at = await open({
    provider: (request) => {
      request.resume();
      leaving.abort();
    },
  });
  const asked = fetch(`${at.origin}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': await at.mint() },
    body: JSON.stringify(ASK),
    signal: leaving.signal,
  });
  await expect(asked).rejects.toThrow('aborted');
  const ended = await spans.ended(2);
  expect(named(ended, 'POST /v1/messages').attributes).toMatchObject({ 'error.type': 'aborted' });
  expect(named(ended, 'model.messages').attributes).toMatchObject({
    'truetally.call.outcome': 'cancelled',
    'error.type': 'caller_gone',
  });
});

it('a cache look-up and a wait for a limit have separate spans', async () => {
  const spans = collectSpans();
  const governance = { limits: [{ id: 'day', node: 'organization', requests: 10, per: 'day' }] } as const;
  const at = await open({ cache: {}, governance });
  await (await post(at, await at.mint())).text();
  const ended = await spans.ended(4);
  const server = named(ended, 'POST /v1/messages').spanContext().spanId;
  const [look, wait] = [named(ended, 'cache.lookup'), named(ended, 'limits.exchange')];
  expect([look.parentSpanContext?.spanId, wait.parentSpanContext?.spanId]).toEqual([server, server]);
  expect(look.attributes).toEqual({ 'truetally.cache.status': 'miss' });
});

it('probes are not traced, and nothing is traced if tracing is off', async () => {
  const spans = collectSpans();
  const at = await open({ isTraced: false });
  await (await post(at, await at.mint())).text();
  await world?.close();
  world = undefined;
  const traced = await open();
  await (await fetch(`${traced.origin}/healthz`)).text();
  await (await fetch(`${traced.origin}/nowhere`)).text();
  const [only] = await spans.ended(1);
  expect([only?.name, only?.attributes['http.response.status_code']]).toEqual(['GET', 404]);
});
