import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestAdmitted } from '../../../../contracts/ingest/events/request-admitted.ts';
import type { RoutingBlock } from '../../../../domain/gateway/routing/routing-block.ts';
import type { GatewayOptions } from '../../../../testing/gateway/gateway-options.ts';
import { openGatewayWorld, type GatewayWorld } from '../../../../testing/gateway/gateway-world.ts';
import { TEST_LEAF } from '../../../../testing/gateway/test-keys.ts';

const ROUTING: RoutingBlock = {
  tiers: [
    { name: 'simple', model: 'claude-haiku-4-5' },
    { name: 'complex', model: 'claude-opus-5', provider: 'anthropic' },
  ],
  rules: [{ id: 'tools', tier: 'simple', step_classes: ['tool_loop'] }],
  default_tier: 'complex',
};
const ASK = `{ "model" : "auto",  "max_tokens":10, "messages":[{"role":"user","content":"Hello"}] }`;
/** The same body with a tool's result. */
const TOOL = ASK.replace('"Hello"', '[{"type":"tool_result","tool_use_id":"t","content":"1"}]');

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** Opens a gateway that routes, in front of a provider that answers with the requested model. */
async function open(options: Partial<GatewayOptions> = {}) {
  const sent: { body: string; headers: IncomingMessage['headers'] }[] = [];
  const provider = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      sent.push({ body, headers: request.headers });
      const { model } = JSON.parse(body) as { model: string };
      const answer = JSON.stringify({
        type: 'message',
        model,
        content: [],
        usage: { input_tokens: 10, output_tokens: 5 },
      });
      response.writeHead(200, { 'content-type': 'application/json', 'x-tt-decision': 'forged' }).end(answer);
    });
  };
  const opened = await openGatewayWorld({ provider, mode: 'route', routing: ROUTING, ...options });
  world = opened;
  const token = await opened.mint();
  return {
    ...opened,
    sent,
    token,
    ask: async (body: string, headers: Record<string, string> = {}, { key = token, path = '/v1/messages' } = {}) => {
      const answer = await fetch(`${opened.origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body,
      });
      const text = await answer.text();
      const routed = Object.fromEntries(
        [...answer.headers].filter(([name]) => /^x-tt-(mode|decision|model)/.test(name)),
      );
      return { status: answer.status, routed, text };
    },
    admitted: () => opened.rows().filter((row): row is RequestAdmitted => row.event === 'request_admitted'),
  };
}

describe('route', () => {
  it('sends a call to its tier, with only the model changed, and reports it to caller and log', async () => {
    const { ask, sent, rows, admitted } = await open();
    expect(await ask(ASK)).toMatchObject({
      status: 200,
      routed: { 'x-tt-mode': 'route', 'x-tt-decision': 'complex', 'x-tt-model-rewrite': 'auto->claude-opus-5' },
      text: expect.stringContaining('claude-opus-5') as string,
    });
    expect(sent[0]?.body).toBe(ASK.replace('auto', 'claude-opus-5'));
    expect(sent[0]?.headers['content-length']).toBe(String(ASK.length - 'auto'.length + 'claude-opus-5'.length));
    expect(admitted()[0]?.noted).toMatchObject({
      mode: 'route',
      step_class_source: 'derived',
      'route.tier': 'complex',
      'route.reason': 'default',
      'route.requested_model': 'auto',
      'route.called_model': 'claude-opus-5',
    });
    expect(rows().map((row) => ('route_id' in row ? row.route_id : undefined))).toEqual(Array(4).fill('complex'));
    expect(rows()[3]).toMatchObject({ final_model: 'claude-opus-5', final_provider: 'anthropic' });
  });

  it('reports no rewrite if the model is the tier’s, and sends the exact bytes', async () => {
    const { ask, sent } = await open();
    const body = TOOL.replace('auto', 'claude-haiku-4-5');
    expect((await ask(body)).routed).toEqual({ 'x-tt-mode': 'route', 'x-tt-decision': 'simple' });
    expect(sent[0]?.body).toBe(body);
  });

  it('follows the tier that a caller names, and ignores a missing one', async () => {
    const { ask, decisions, admitted } = await open();
    const named = [{ 'x-tt-tier': 'simple' }, { 'x-tt-tier': 'best' }, {}];
    const followed: (string | undefined)[] = [];
    for (const headers of named) followed.push((await ask(ASK, headers)).routed['x-tt-decision']);
    expect(followed).toEqual(['simple', 'complex', 'complex']);
    expect(decisions()).toEqual(['simple override', 'complex default', 'complex default']);
    expect(admitted().map(({ noted }) => [noted?.['tier'], noted?.['route.override']])).toEqual([
      ['simple', 'honored'],
      ['best', 'ignored'],
      [undefined, undefined],
    ]);
  });

  it('keeps an agent of a trace at its tier, except for one call with a named tier', async () => {
    const { ask, decisions, pass } = await open({ routing: { ...ROUTING, affinity: { ttl: '10s' } } });
    const trace = { 'x-tt-trace-id': 'trace-1' };
    await ask(ASK, trace);
    await ask(TOOL, trace);
    await ask(TOOL, { ...trace, 'x-tt-tier': 'simple' });
    await ask(TOOL, trace);
    await ask(TOOL, { ...trace, 'x-tt-agent': 'reader' });
    pass(9_000);
    await ask(TOOL, trace);
    pass(11_000);
    await ask(TOOL, trace);
    expect(decisions()).toEqual([
      'complex default',
      'complex pin',
      'simple override',
      'complex pin',
      'simple rule',
      'complex pin',
      'simple rule',
    ]);
  });

  it('separates the traces of two keys, and keeps none if configured so', async () => {
    const { ask, decisions, mint } = await open();
    const trace = { 'x-tt-trace-id': 'trace-1' };
    await ask(ASK, trace);
    await ask(TOOL, trace, { key: await mint() });
    expect(decisions()).toEqual(['complex default', 'simple rule']);
    await world?.close();
    const other = await open({ routing: { ...ROUTING, affinity: { ttl: 0 } } });
    await other.ask(ASK, trace);
    await other.ask(TOOL, trace);
    expect(other.decisions()).toEqual(['complex default', 'simple rule']);
  });

  it('checks the called model against the scopes of the key, and not the requested one', async () => {
    const { ask, mint, sent, refusals } = await open();
    const opening = (model: string) => mint({ scopes: { models: [model] } });
    expect(await ask(ASK, {}, { key: await opening('claude-opus-5') })).toMatchObject({ status: 200 });
    expect(await ask(ASK, {}, { key: await opening('auto') })).toMatchObject({
      status: 403,
      routed: { 'x-tt-mode': 'route', 'x-tt-decision': 'complex' },
    });
    expect([sent.length, refusals()]).toEqual([1, ['scope_violation']]);
  });

  it('reserves the possible cost of the called model', async () => {
    const governance = { limits: [{ id: 'cap', node: 'organization', budget_usd: 0.001, per: 'day' }] } as const;
    const { ask } = await open({ governance });
    // 100 tokens of one tier cost 500,000 nano-USD, and of the other 2,500,000.
    const body = ASK.replace('"max_tokens":10', '"max_tokens":100');
    expect((await ask(body, { 'x-tt-tier': 'simple' })).status).toBe(200);
    expect(await ask(body)).toMatchObject({
      status: 429,
      routed: { 'x-tt-mode': 'route', 'x-tt-decision': 'complex', 'x-tt-model-rewrite': 'auto->claude-opus-5' },
    });
  });

  it('answers from the cache for equal called models, with any requested name', async () => {
    const { ask, sent, stored } = await open({ cache: {} });
    await ask(ASK);
    await expect.poll(() => stored.held().length).toBe(1);
    const again = await ask(ASK.replace('auto', 'claude-opus-5'));
    expect([again.status, again.routed, sent.length]).toEqual([
      200,
      { 'x-tt-mode': 'route', 'x-tt-decision': 'complex' },
      1,
    ]);
  });

  it('sends a call to the requested model if no tier can answer, and reports no tier', async () => {
    const { ask, sent, decisions, rows } = await open();
    const body = '{"model":"text-embedding-3-small","input":"x"}';
    expect(await ask(body, {}, { path: '/v1/embeddings' })).toMatchObject({
      status: 200,
      routed: { 'x-tt-mode': 'route' },
    });
    expect([sent[0]?.body, decisions()]).toEqual([body, [' none']]);
    expect(rows()[0]).not.toHaveProperty('route_id');
    expect((await ask('{"model":"gpt-9","messages":[]}', {}, { path: '/v1/chat/completions' })).status).toBe(404);
  });

  it('sends a caller’s provider key only to its provider', async () => {
    const { ask, mint, sent, decisions } = await open();
    const key = await mint({ allowsPassthrough: true });
    const body = ASK.replace('auto', 'claude-haiku-4-5');
    const answer = await ask(body, { 'x-api-key': 'sk-of-caller', 'x-tt-tier': 'complex' }, { key });
    expect([answer.routed, sent[0]?.headers['x-api-key'], sent[0]?.body, decisions()]).toEqual([
      { 'x-tt-mode': 'route' },
      'sk-of-caller',
      body,
      [' brought_key'],
    ]);
  });

  it('reports the tier if the provider is unreachable', async () => {
    const providers = [
      { name: 'anthropic', wire: 'anthropic', models: ['claude-*'], base_url: 'http://127.0.0.1:1' },
    ] as const;
    const { ask } = await open({ providers });
    expect(await ask(ASK)).toMatchObject({ status: 502, routed: { 'x-tt-mode': 'route', 'x-tt-decision': 'complex' } });
  });

  it('reports the rewrite of a name that is not ASCII', async () => {
    const { ask } = await open();
    const { routed } = await ask(ASK.replace('auto', 'möglich'));
    expect(routed['x-tt-model-rewrite']).toBe('m%C3%B6glich->claude-opus-5');
  });
});

describe('shadow', () => {
  it('sends every call to the requested model, and reports the possible tier', async () => {
    const { ask, sent, admitted, rows } = await open({ mode: 'shadow' });
    const body = ASK.replace('auto', 'claude-haiku-4-5');
    const answer = await ask(body, { 'x-tt-tier': 'simple' });
    expect([answer.status, answer.routed, sent[0]?.body]).toEqual([
      200,
      { 'x-tt-mode': 'shadow', 'x-tt-decision': 'complex' },
      body,
    ]);
    expect(admitted()[0]?.noted).toMatchObject({
      mode: 'shadow',
      tier: 'simple',
      'route.override': 'ignored',
      'route.tier': 'complex',
      'route.called_model': 'claude-haiku-4-5',
    });
    expect(rows()[0]).not.toHaveProperty('route_id');
  });

  it('also reports it for a call that no provider answers', async () => {
    const { ask } = await open({ mode: 'shadow' });
    expect(await ask(ASK)).toMatchObject({
      status: 404,
      routed: { 'x-tt-mode': 'shadow', 'x-tt-decision': 'complex' },
    });
  });
});

it('a calibrated threshold replaces that of its rule, for keys of its workspace', async () => {
  const routing: RoutingBlock = { ...ROUTING, rules: [{ id: 'small', tier: 'simple', max_input_tokens: 1_000 }] };
  const tuned = { calibrationId: 'qcal_1', ruleId: 'small', parameter: 'max_input_tokens', threshold: 50 } as const;
  const { ask, admitted, mint } = await open({ routing, tuned: [['t_1', tuned]] });
  const other = await mint({ leaf: { ...TEST_LEAF, workspaceId: 't_2' } });
  const large = ASK.replace('Hello', 'H'.repeat(400));
  const chosen: (string | undefined)[] = [];
  for (const [body, key] of [[ASK], [large], [large, other]] as const)
    chosen.push((await ask(body, {}, key === undefined ? {} : { key })).routed['x-tt-decision']);
  expect(chosen).toEqual(['simple', 'complex', 'simple']);
  expect(admitted().map(({ noted }) => [noted?.['route.rule'], noted?.['route.calibration']])).toEqual([
    ['small', 'qcal_1'],
    [undefined, undefined],
    ['small', undefined],
  ]);
});

it('reports no tiers in ledger mode', async () => {
  const { ask, admitted } = await open({ mode: 'ledger' });
  expect((await ask(ASK.replace('auto', 'claude-haiku-4-5'), { 'x-tt-tier': 'complex' })).routed).toEqual({});
  expect(admitted()[0]?.noted).toEqual({
    key_id: 'kid_1',
    tier: 'complex',
    step_class_source: 'derived',
  });
});
