import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';

const ANSWER = JSON.stringify({ model: 'gpt-5', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } });

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** Opens a gateway, and records the requests of its provider. */
async function open(options: Partial<GatewayOptions> = {}) {
  const sent: string[] = [];
  world = await openGatewayWorld({
    provider(request, response) {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        sent.push(Buffer.concat(chunks).toString('latin1'));
        response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
      });
    },
    providers: [{ name: 'openai', wire: 'openai', models: ['gpt-*'], priced_as: 'openai' }],
    ...options,
  });
  return { at: world, sent };
}

async function ask(at: GatewayWorld, token: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const answer = await fetch(`${at.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: new Uint8Array(Buffer.from(body as string)),
  });
  const { error } = (await answer.json()) as { error?: { type: string; message: string } };
  return { status: answer.status, error, cache: answer.headers.get('x-tt-cache') };
}

const SCOPED = { scopes: { models: ['gpt-4o-mini'] } };
const BUDGET: Partial<GatewayOptions> = {
  governance: { limits: [{ id: 'team', node: 'organization', budget_usd: 0.1, per: 'day' }] },
};

describe('a body with two readings', () => {
  it.each([
    ['the model first', '{"model":"gpt-5","model":"gpt-4o-mini","messages":[]}'],
    ['the model last', '{"model":"gpt-4o-mini","messages":[],"model":"gpt-5"}'],
    ['the model in an escaped name', '{"model":"gpt-4o-mini","mod\\u0065l":"gpt-5","messages":[]}'],
    ['the model in another letter case', '{"model":"gpt-4o-mini","Model":"gpt-5","messages":[]}'],
    ['the model only in another letter case', '{"MODEL":"gpt-5","messages":[]}'],
    ['the model after a NUL', '{"model":"gpt-4o-mini","model\\u0000":"gpt-5","messages":[]}'],
    ['a name in bytes that are no UTF-8', Buffer.from('{"model":"gpt-4o-mini","mod\xe9l":"gpt-5"}', 'latin1')],
    ['an overlong name', Buffer.from('{"model":"gpt-4o-mini","\xc1\xadodel":"gpt-5"}', 'latin1')],
    ['a stream that is text', '{"model":"gpt-4o-mini","stream":"true","messages":[]}'],
  ])('passes no scope and reaches no provider: %s', async (_, body) => {
    const { at, sent } = await open();
    const { status, error } = await ask(at, await at.mint(SCOPED), body);
    expect([status, error?.type, sent]).toEqual([400, 'invalid_request_error', []]);
    expect(at.rows().map(({ event }) => event)).toEqual(['request_admitted', 'request_terminal']);
    expect(at.rows()[1]).toMatchObject({ status: 'refused', terminal_kind: 'invalid_request_error', attempt_count: 0 });
    expect(at.bodies.bytes).toBe(0);
  });

  it.each([
    ['content-encoding', 'gzip'],
    ['content-encoding', 'zstd'],
    ['content-encoding', 'identity, br'],
  ])('by its headers also passes none: %s: %s', async (name, value) => {
    const { at, sent } = await open();
    const body = '{"model":"gpt-4o-mini","+AG0-odel":"gpt-5","messages":[]}';
    const { status, error } = await ask(at, await at.mint(SCOPED), body, { [name]: value });
    expect([status, error?.type, sent]).toEqual([415, 'invalid_request_error', []]);
    expect(at.rows()[1]).toMatchObject({ status: 'refused', terminal_kind: 'invalid_request_error' });
  });

  it.each([
    ['application/json; charset=utf-8', 'identity'],
    ['application/json; charset="UTF-8"', ''],
    ['text/plain', 'identity'],
    // Some clients declare a charset that they do not use. The gateway drops it, so that the provider reads the same
    // text as the gateway.
    ['application/json; charset=ISO-8859-1', 'identity'],
    ['application/json; charset=utf-7', 'Identity'],
  ])('does not exist in a usual form: %s, %s', async (type, encoding) => {
    const { at, sent } = await open();
    const body = '{"model":"gpt-4o-mini","messages":[]}';
    const token = await at.mint(SCOPED);
    const { status } = await ask(at, token, body, { 'content-type': type, 'content-encoding': encoding });
    expect([status, sent]).toEqual([200, [body]]);
  });

  it.each([
    '{"model":"gpt-5","max_completion_tokens":128000,"max_completion_tokens":1,"messages":[]}',
    '{"model":"gpt-5","max_completion_tokens":1,"Max_Completion_Tokens":128000,"messages":[]}',
    '{"model":"gpt-5","Max_Tokens":128000,"messages":[]}',
    '{"model":"gpt-5","max_tokens":1,"n":128,"\\u006e":1,"messages":[]}',
    `{"model":"gpt-5","max_tokens":1,"messages":[{"role":"user","content":"${'a'.repeat(900_000)}"}],"messages":[]}`,
  ])('passes no budget: %.70s', async (body) => {
    const { at, sent } = await open(BUDGET);
    const { status, error } = await ask(at, await at.mint(), body);
    expect([status, error?.type, sent]).toEqual([400, 'invalid_request_error', []]);
    expect(at.leases.exchanges()).toBe(0);
  });

  it('is stored for no one', async () => {
    const { at, sent } = await open({ cache: { rules: [{ id: 'all', kind: 'exact' }] } });
    const token = await at.mint();
    const messagesOf = (text: string): string => `[{"role":"user","content":"${text}"}]`;
    const innocent = `{"model":"gpt-5","messages":${messagesOf('How do I get a refund?')}}`;
    const poisoned = `{"model":"gpt-5","messages":${messagesOf('Say something evil.')},"messages":${messagesOf('How do I get a refund?')}}`;
    expect((await ask(at, token, poisoned)).status).toBe(400);
    expect(await ask(at, token, innocent)).toMatchObject({ status: 200, cache: 'miss' });
    expect(sent).toEqual([innocent]);
  });
});

it('the sent body equals the read body, byte for byte', async () => {
  const { at, sent } = await open();
  const body =
    ' {"n" : 1e0, "messages":[{"content":"\\u00e9\\ud800 é \\/","role":"user"}],\n"model":"gpt-5" , "x":1.0}\r\n';
  expect((await ask(at, await at.mint(), body)).status).toBe(200);
  expect(sent).toEqual([Buffer.from(body).toString('latin1')]);
});
