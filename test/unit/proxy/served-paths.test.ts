import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { openGatewayWorld, type GatewayWorld } from '../../../testing/gateway/gateway-world.ts';

let world: GatewayWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

/** Opens a gateway in front of a provider with this answer, and counts the provider's calls. */
async function open(document: object = {}) {
  let calls = 0;
  const provider = (request: IncomingMessage, response: ServerResponse): void => {
    calls += 1;
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  };
  world = await openGatewayWorld({ provider });
  return { ...world, calls: () => calls };
}

function post(origin: string, path: string, token: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

it('serves one model by its id, within the scopes of the list', async () => {
  const { origin, mint } = await open();
  const read = async (token: string, id: string): Promise<unknown> => {
    const answer = await fetch(`${origin}/v1/models/${id}`, { headers: { 'x-api-key': token } });
    const { id: found, error } = (await answer.json()) as { id?: string; error?: { message: string } };
    return [answer.status, found ?? error?.message];
  };
  const all = await mint();
  expect(await read(all, 'gpt-5-mini')).toEqual([200, 'gpt-5-mini']);
  // The prefix permits the model, as in a call of the model.
  expect(await read(all, 'claude-opus-5')).toEqual([200, 'claude-opus-5']);
  const nothing = [
    404,
    'No provider of this gateway serves this model, or the scopes of this key do not include it. `GET /v1/models` lists the models of the key.',
  ];
  for (const id of ['gpt-4', 'gpt-5-mini/x', '%ff', 'openai%2Fgpt-5-mini'])
    expect(await read(all, id)).toEqual(nothing);
  expect(await read(await mint({ scopes: { models: ['gpt-5-mini'] } }), 'claude-haiku-4-5')).toEqual(nothing);
  expect(await read(await mint({ scopes: { providers: ['openai'] } }), 'claude-haiku-4-5')).toEqual(nothing);
  expect(((await read(await mint({ scopes: { endpoints: ['messages'] } }), 'gpt-5-mini')) as unknown[])[0]).toBe(403);
  expect((await post(origin, '/v1/models/gpt-5-mini', all, {})).status).toBe(405);
});

it('refuses background and stored responses, with the reason', async () => {
  const { origin, mint, rows, calls } = await open({ status: 'completed', output: [] });
  const token = await mint();
  const ask = { model: 'gpt-5-mini', input: 'x' };
  for (const background of [true, 'true', 1]) {
    const answer = await post(origin, '/v1/responses', token, { ...ask, background });
    const { error } = (await answer.json()) as { error: Record<string, unknown> };
    expect([answer.status, error['code'], error['param']]).toEqual([400, 'background_not_supported', 'background']);
    expect(error['message']).toMatch(/^The gateway serves no background responses, because .* Omit `background`/);
  }
  expect(calls()).toBe(0);
  const statuses = rows().flatMap((row) => (row.event === 'request_terminal' ? [row.status] : []));
  expect(statuses).toEqual(['refused', 'refused', 'refused']);
  for (const background of [false, null])
    expect((await post(origin, '/v1/responses', token, { ...ask, background })).status).toBe(200);
  const stored = await fetch(`${origin}/v1/responses/resp_1`, { headers: { 'x-api-key': token } });
  expect([stored.status, await stored.text()]).toEqual([404, expect.stringContaining('only POST /v1/responses')]);
});
